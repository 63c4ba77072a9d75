#include "net/clock/clock.h"

#include <inttypes.h>

#include "compiler.h"
#include "cube.h"
#include "net/system/system.h"

#define CLOCK_END (UINT64_C(1) << 63)

static _Noreturn void overflow(uint64_t time, uint64_t count, uint64_t cost) {
    system_abort("cube: node %d: clock overflow: %" PRIu64 " + %" PRIu64 " * %" PRIu64
                 " exceeds 2^63 (use smaller costs)\n",
                 cube_node(), time, count, cost);
}

/* Sets *product to count * cost. Returns whether that is below the clock's end. */
static bool multiply(uint64_t count, uint64_t cost, uint64_t *product) {
    return !__builtin_mul_overflow(count, cost, product) && *product < CLOCK_END;
}

uint64_t clock_checked(const struct clock *clock, uint64_t *since, uint64_t executed) {
    uint64_t now = clock_time(clock, executed), before = *since, product;
    /* The clock was below 2^63, and so is the product, so their sum has not wrapped. */
    if (LIKELY(multiply(executed - before, clock->costs.instruction, &product) &&
               now < CLOCK_END)) {
        *since = executed;
        return now;
    }
    if ((int64_t)(executed - before) < 0)
        return clock_time(clock, before);
    overflow(clock_time(clock, before), executed - before, clock->costs.instruction);
}

uint64_t clock_add(uint64_t time, uint64_t count, uint64_t cost) {
    uint64_t product;
    if (multiply(count, cost, &product) && time + product < CLOCK_END)
        return time + product;
    overflow(time, count, cost);
}

static uint64_t later(uint64_t a, uint64_t b) {
    return a > b ? a : b;
}

uint64_t clock_depart(struct clock *clock, uint64_t now, uint32_t dimension, uint64_t bytes) {
    uint64_t *free = &clock->out_free[clock->one_port ? 0 : dimension];
    uint64_t begun = clock_add(later(now, *free), 1, clock->costs.start);
    *free = clock_add(begun, bytes, clock->costs.byte);
    return clock_add(begun, 1, clock->costs.hop);
}

uint64_t clock_arrive(struct clock *clock, uint64_t stamp, uint64_t bytes, bool first) {
    uint64_t done = clock_add(stamp, bytes, clock->costs.byte);
    if (!clock->one_port)
        return done;
    uint64_t begun = clock_add(clock->in_free, first, clock->costs.start);
    clock->in_free = later(done, clock_add(begun, bytes, clock->costs.byte));
    return clock->in_free;
}

uint64_t clock_pass(const struct clock *clock, uint64_t stamp) {
    return clock_add(stamp, 1, clock->costs.hop);
}

uint64_t clock_pass_whole(const struct clock *clock, uint64_t done) {
    return clock_add(clock_add(done, 1, clock->costs.start), 1, clock->costs.hop);
}
