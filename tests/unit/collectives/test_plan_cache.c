/* Calls that come again, in an order drawn by lot: they bring what anybody can compute, whether
 * their plans are new, kept, forgotten or not to be had. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "collectives/run/plan_cache.h"
#include "cube.h"
#include "tests/host/host.h"

enum { MOST_NODES = 16, MOST_COUNT = 6, ROOM = MOST_NODES * MOST_COUNT, RECORDS = 16 };

/* A call. All nodes make the same one. */
struct round {
    uint64_t number;
    uint64_t nodes;
    uint64_t me;
    uint64_t root; /* or how far to shift */
    uint64_t count;
};

/* Element i of block `block` of a node's input. */
static uint64_t element(const struct round *round, uint64_t node, uint64_t block, uint64_t i) {
    return round->number << 32 | node << 24 | block << 16 | i;
}

/* The sum of these over the first `nodes` nodes. */
static uint64_t sum(const struct round *round, uint64_t nodes, uint64_t block, uint64_t i) {
    uint64_t total = 0;
    for (uint64_t node = 0; node < nodes; node++)
        total += element(round, node, block, i);
    return total;
}

static uint64_t input[MOST_NODES][ROOM];
static uint64_t output[MOST_NODES][ROOM];

/* The input of this node; where a call may be in place, `shared`, it is the output as well. */
static uint64_t *fill(const struct round *round, bool shared) {
    uint64_t *at = shared ? output[round->me] : input[round->me];
    for (uint64_t block = 0; block < round->nodes; block++)
        for (uint64_t i = 0; i < round->count; i++)
            at[block * round->count + i] = element(round, round->me, block, i);
    return at;
}

/* The right one of two is the result, which so is the last one's. This operator does not commute.
 * */
static void last_of(const void *left, void *right, size_t count, const struct cube_type *type) {
    (void)left, (void)right, (void)count, (void)type;
}
static const struct cube_op last = {.function = last_of};
static const struct cube_type word = {.bytes = sizeof(uint64_t)};

#define EACH(expected)                                                                             \
    for (uint64_t i = 0; i < round->count; i++)                                                    \
    host_check(recv[i] == (expected))
#define EACH_BLOCK(expected)                                                                       \
    for (uint64_t block = 0; block < round->nodes; block++)                                        \
        for (uint64_t i = 0; i < round->count; i++)                                                \
    host_check(recv[block * round->count + i] == (expected))

/* Makes one call and checks what it brings. */
static void call(const struct round *round, int operation, bool shared, bool own) {
    const struct cube_type *type = own ? &word : &cube_uint64;
    const struct cube_op *op = own ? &last : &cube_sum;
    uint64_t *recv = output[round->me];
    uint64_t *send = fill(round, shared);
    uint64_t *separate = fill(round, false);
    uint64_t count = round->count, bytes = count * sizeof(uint64_t), root = round->root;
    uint64_t me = round->me, nodes = round->nodes;
    uint64_t end = nodes - 1;
    switch (operation) {
    case 0:
        host_check(cube_bcast(send, count, type, (int)root) == 0);
        for (uint64_t i = 0; i < count; i++)
            host_check(send[i] == element(round, root, 0, i));
        break;
    case 1:
        host_check(
            cube_reduce(send, me == root || shared ? recv : NULL, count, type, op, (int)root) == 0);
        if (me == root)
            EACH(own ? element(round, end, 0, i) : sum(round, nodes, 0, i));
        break;
    case 2:
        host_check(cube_allreduce(send, recv, count, type, op) == 0);
        EACH(own ? element(round, end, 0, i) : sum(round, nodes, 0, i));
        break;
    case 3:
        host_check(cube_scan(send, recv, count, type, op) == 0);
        EACH(own ? element(round, me, 0, i) : sum(round, me + 1, 0, i));
        break;
    case 4:
        host_check(cube_exscan(separate, recv, count, type, op) == 0);
        if (me > 0)
            EACH(own ? element(round, me - 1, 0, i) : sum(round, me, 0, i));
        break;
    case 5:
        host_check(cube_gather(separate, me == root ? recv : NULL, bytes, (int)root) == 0);
        if (me == root)
            EACH_BLOCK(element(round, block, 0, i));
        break;
    case 6:
        host_check(cube_scatter(me == root ? separate : NULL, recv, bytes, (int)root) == 0);
        EACH(element(round, root, me, i));
        break;
    case 7:
        host_check(cube_allgather(separate, recv, bytes) == 0);
        EACH_BLOCK(element(round, block, 0, i));
        break;
    case 8:
        host_check(cube_reduce_scatter(separate, recv, count, type, op) == 0);
        EACH(own ? element(round, end, me, i) : sum(round, nodes, me, i));
        break;
    case 9:
        host_check(cube_alltoall(separate, recv, bytes) == 0);
        EACH_BLOCK(element(round, block, me, i));
        break;
    case 10:
        host_check(cube_shift(separate, recv, bytes, (int)root) == 0);
        EACH(element(round, (me - root) & end, 0, i));
        break;
    case 11:
        host_check(cube_permute_xor(separate, recv, bytes, (int)root) == 0);
        EACH(element(round, me ^ root, 0, i));
        break;
    default: {
        int destination[MOST_NODES] = {0};
        uint64_t from = 0;
        for (uint64_t v = 0; v < nodes; v++)
            destination[v] = (int)((v + root) & end);
        if (shared && nodes > 1) { /* another permutation, alike but for its end */
            destination[end - 1] = (int)((end + root) & end);
            destination[end] = (int)((end - 1 + root) & end);
        }
        while (destination[from] != (int)me)
            from++;
        host_check(cube_permute(separate, recv, bytes, destination) == 0);
        EACH(element(round, from, 0, i));
    }
    }
}
enum { OPERATIONS = 13 };

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
            .count = 1 + (lot >> 12) % 3 % 2 * (MOST_COUNT - 1),
        };
        if (course->traced)
            cube_trace((number >> 5) & 1 ? records : NULL, RECORDS);
        call(&round, (int)((lot >> 16) % OPERATIONS), (lot >> 20) & 1, ((lot >> 21) & 3) == 0);
    }
    cube_trace(NULL, 0);
    return 0;
}

static void runs(uint32_t dimension, const struct host_options *options, struct course course) {
    assert_int_equal(host_run(dimension, options, run, &course), HOST_OK);
}

static void calls_come_again(void **state) {
    (void)state;
    for (uint32_t dimension = 0; dimension <= 3; dimension++)
        runs(dimension, NULL, (struct course){.calls = 600, .roots = 2});
}

static void small_rings_are_waited_for(void **state) {
    (void)state;
    runs(3, &(struct host_options){.direct = 256, .routed = 256},
         (struct course){.calls = 600, .roots = 2});
}

/* More roots than there is room for plans. */
static void plans_are_forgotten(void **state) {
    (void)state;
    runs(4, NULL, (struct course){.calls = 900, .roots = MOST_NODES});
}

static void recorded_calls_have_no_plan(void **state) {
    (void)state;
    runs(2, NULL, (struct course){.calls = 300, .roots = 1, .traced = true});
}

/* A plan is kept for the first call and none of its likes; not for a user's operator, nor where
 * there is a choice. */
static int keep(void *unused) {
    uint64_t value = 1, total = 0;
    struct cube_choice choice = {.ports = CUBE_ALL_PORT};
    (void)unused;
    cube_allreduce(&value, &total, 1, &word, &last);
    cube_allreduce_by(&choice, &value, &total, 1, &cube_uint64, &cube_sum);
    host_check(plan_kept_typed(CALL_ALLREDUCE, 1, 0, &word, &last) == NULL);
    host_check(plan_kept_typed(CALL_ALLREDUCE, 1, 0, &cube_uint64, &cube_sum) == NULL);
    cube_allreduce(&value, &total, 1, &cube_uint64, &cube_sum);
    struct plan *plan = plan_kept_typed(CALL_ALLREDUCE, 1, 0, &cube_uint64, &cube_sum);
    host_check(plan != NULL);
    cube_allreduce(&value, &total, 1, &cube_uint64, &cube_sum);
    host_check(plan_kept_typed(CALL_ALLREDUCE, 1, 0, &cube_uint64, &cube_sum) == plan);
    host_check(plan_kept_typed(CALL_ALLREDUCE, 2, 0, &cube_uint64, &cube_sum) == NULL);
    host_check(plan_kept_typed(CALL_ALLREDUCE, 1, 0, &cube_int64, &cube_sum) == NULL);
    host_check(plan_kept_typed(CALL_ALLREDUCE, 1, 0, &cube_uint64, &cube_max) == NULL);
    /* Nor is a plan that was kept used while steps are recorded. */
    struct cube_step_record records[RECORDS];
    cube_trace(records, RECORDS);
    cube_allreduce(&value, &total, 1, &cube_uint64, &cube_sum);
    cube_trace(NULL, 0);
    for (int step = 0; step < cube_dim(); step++)
        host_check(records[step].packets == 1 && records[step].bytes == sizeof value);
    host_check(cube_allreduce(NULL, &total, 1, &cube_uint64, &cube_sum) == -EINVAL);
    host_check(cube_allreduce(&value, NULL, 1, &cube_uint64, &cube_sum) == -EINVAL);
    host_check(cube_allreduce(&value, &total, 1, &cube_uint64, NULL) == -EINVAL);
    return 0;
}

static void what_is_kept(void **state) {
    (void)state;
    assert_int_equal(host_run(2, NULL, keep, NULL), HOST_OK);
}

/* Nodes whose calls differ are told, though both have plans. */
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

static void calls_that_do_not_match(void **state) {
    (void)state;
    assert_int_equal(host_run(1, NULL, differ, NULL), HOST_UNRECEIVED);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(calls_come_again),    cmocka_unit_test(small_rings_are_waited_for),
        cmocka_unit_test(plans_are_forgotten), cmocka_unit_test(recorded_calls_have_no_plan),
        cmocka_unit_test(what_is_kept),        cmocka_unit_test(calls_that_do_not_match),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
