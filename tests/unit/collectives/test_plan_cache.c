/* Makes calls that come again, in random order. Their results must be right whether their plans are
 * new, kept or forgotten. */
#include <errno.h>

#include "collectives/run/plan_cache.h"
#include "cube.h"
#include "tests/host/host.h"
#include "tests/unit/collectives/rounds.h"
#include "tests/unit/collectives/rounds_by_contents.h"
#include "tests/unit/test.h"

enum { OPERATIONS = NUMBERED + BY_CONTENTS, RECORDS = 16 };

/* Whether the lists have all plans that are kept, and each its own memory. */
static bool memory_is_right(void) {
    const struct plan *plan[PLANS_BYTES / sizeof(struct plan)] = {NULL};
    uint32_t kept = 0;
    for (uint32_t row = 0; row < PLAN_ROWS; row++)
        for (uint32_t column = 0; column < PLAN_COLUMNS; column++)
            for (const struct plan *next = plans.first[row][column]; next != NULL;
                 next = next->next)
                if (kept == plans.kept || next->first != &plans.first[row][column])
                    return false;
                else
                    plan[kept++] = next;
    for (uint32_t k = 0; k < kept; k++) {
        const uint8_t *begin = (const uint8_t *)plan[k], *end = begin + plan[k]->bytes;
        if (begin < plans.memory || end > plans.memory + PLANS_BYTES)
            return false;
        for (uint32_t other = 0; other < k; other++)
            if ((const uint8_t *)plan[other] < end &&
                begin < (const uint8_t *)plan[other] + plan[other]->bytes)
                return false;
    }
    return kept == plans.kept;
}

struct course {
    uint32_t calls;
    uint32_t roots; /* how many there are */
    bool traced;    /* steps are recorded in every other group of calls */
};

static int run(void *argument) {
    const struct course *course = argument;
    struct cube_step_record records[RECORDS] = {{0}};
    uint32_t lot = 1;
    for (uint32_t number = 0; number < course->calls; number++) {
        lot = lot * 1664525 + 1013904223; /* Numerical Recipes' */
        struct round round = {
            .number = number,
            .nodes = (uint64_t)cube_nodes(),
            .me = (uint64_t)cube_node(),
            .root = (lot >> 8) % course->roots % (uint32_t)cube_nodes(),
            .count = (lot >> 12) % 3 == 1 ? MOST_COUNT - (lot >> 14) % 2 : 1,
        };
        if (course->traced)
            cube_trace((number >> 5) & 1 ? records : NULL, RECORDS);
        int operation = (int)((lot >> 16) % OPERATIONS);
        if (operation < NUMBERED)
            call(&round, operation, (lot >> 20) & 1, ((lot >> 21) & 3) == 0);
        else
            call_by_contents(&round, operation - NUMBERED);
        if (!host_check(memory_is_right()))
            break;
    }
    cube_trace(NULL, 0);
    return 0;
}

static void runs(uint32_t dimension, const struct host_options *options, struct course course) {
    assert_int_equal(host_run(dimension, options, run, &course), HOST_OK);
}

TEST(calls_come_again) {
    for (uint32_t dimension = 0; dimension <= 3; dimension++)
        runs(dimension, NULL, (struct course){.calls = 600, .roots = 2});
}

TEST(small_rings_are_waited_for) {
    runs(3, &(struct host_options){.direct = 256, .routed = 256},
         (struct course){.calls = 600, .roots = 2});
}

/* More roots than there is room for plans. */
TEST(plans_are_forgotten) {
    runs(4, NULL, (struct course){.calls = 900, .roots = MOST_NODES});
}

TEST(recorded_calls_come_again) {
    runs(2, NULL, (struct course){.calls = 300, .roots = 1, .traced = true});
}

/* A call that comes again sends what the first one sent, in every form. */
static int count(void *unused) {
    struct round round = {.nodes = (uint64_t)cube_nodes(),
                          .me = (uint64_t)cube_node(),
                          .root = 1,
                          .count = MOST_COUNT};
    (void)unused;
    for (int operation = 0; operation < OPERATIONS; operation++) {
        struct cube_stats first, again;
        for (int twice = 0; twice < 2; twice++) {
            cube_stats_clear();
            if (operation < NUMBERED)
                call(&round, operation, false, false);
            else
                call_by_contents(&round, operation - NUMBERED);
            cube_stats(twice ? &again : &first);
        }
        for (int d = 0; d < cube_dim(); d++)
            host_check(first.link[d].packets == again.link[d].packets &&
                       first.link[d].bytes == again.link[d].bytes);
        host_check(first.steps == again.steps);
    }
    return 0;
}

TEST(counts_stay) {
    assert_int_equal(host_run(3, NULL, count, NULL), HOST_OK);
}

/* Nodes whose calls differ get errors, though both have plans. */
static int differ(void *unused) {
    uint64_t value = 1, total = 0;
    (void)unused;
    for (int root = 0; root < 2; root++)
        host_check(cube_bcast(&value, 1, &cube_uint64, root) == 0);
    host_check(cube_barrier() == 0);
    if (cube_node() == 0)
        return cube_allreduce(&value, &total, 1, &cube_uint64, &cube_sum) == -EPROTO ? 0 : 1;
    host_check(cube_bcast(&value, 1, &cube_uint64, 1) == 0);
    return 0;
}

TEST(calls_that_do_not_match) {
    assert_int_equal(host_run(1, NULL, differ, NULL), HOST_UNRECEIVED);
}
