/* Tests areas that begin as copies of the input: what is not copied, and calls in place, where the
 * copy cannot be put off. Also tests what algorithms say by themselves that are others backwards.
 */
#include <string.h>

#include "collectives/catalogue/catalogue.h"
#include "collectives/run/executor.h"
#include "collectives/run/plan_cache.h"
#include "cube.h"
#include "cube_catalogue.h"
#include "tests/host/host.h"
#include "tests/unit/nodes.h"

enum { MOST_DIMENSION = 4, MOST_NODES = 1 << MOST_DIMENSION, MOST_BLOCKS = MOST_NODES };

/* ---- What is not copied ---- */

/* Counts the bytes that a plan copies from place to place, and those that it combines from the
 * input. */
struct effort {
    size_t copied;
    size_t combined_from_input;
};

static struct effort effort_of(const struct plan *plan) {
    struct effort effort = {0, 0};
    for (uint32_t k = 0; k < plan->length; k++) {
        const struct action *action = &plan->action[k];
        bool copies = action->kind == ACTION_COPY || action->kind == ACTION_COPY_WORD;
        effort.copied += copies ? action->bytes : 0;
        if (action_combines(action) && action->source.buffer == BUFFER_INPUT)
            effort.combined_from_input += action->bytes;
    }
    return effort;
}

/* A reduce-scatter copies one block, which is its output. All blocks that it collects in its first
 * step, half of those of the input, it combines from there. */
static int scatter_once(void *argument) {
    const size_t count = *(const size_t *)argument, nodes = (size_t)cube_nodes();
    uint64_t send[MOST_NODES * 40], recv[40];
    for (size_t i = 0; i < nodes * count; i++)
        send[i] = i;
    host_check(cube_reduce_scatter(send, recv, count, &cube_uint64, &cube_sum) == 0);
    struct plan *plan = plan_found(&(struct request){.operation = OPERATION_REDUCE_SCATTER,
                                                     .size = count,
                                                     .type = &cube_uint64,
                                                     .op = &cube_sum});
    host_check(plan);
    if (!plan)
        return 1;
    struct effort effort = effort_of(plan);
    host_check(effort.copied == count * sizeof *send);
    host_check(effort.combined_from_input == nodes / 2 * count * sizeof *send);
    return 0;
}

TEST(reduce_scatter_copies_its_output_alone) {
    size_t counts[] = {1, 4, 40};
    for (size_t k = 0; k < sizeof counts / sizeof counts[0]; k++)
        for (uint32_t n = 1; n <= MOST_DIMENSION; n++)
            assert_int_equal(host_run(n, NULL, scatter_once, &counts[k]), HOST_OK);
}

/* ---- In place ---- */

struct in_place {
    const struct algorithm *algorithm;
    struct cube_case given;
    size_t words; /* of a block */
};

static void in_turn(const void *left, void *right, size_t count, const struct cube_type *type) {
    const uint64_t *first = left;
    uint64_t *second = right;
    (void)type;
    for (size_t i = 0; i < count; i++)
        second[i] = first[i] * 31 + second[i] * 7; /* this does not commute, and it carries */
}

/* Runs an algorithm with an output of its own, and then with the input as the output. */
static int run_twice(void *argument) {
    const struct in_place *job = argument;
    const char *name = job->algorithm->name;
    static NODE_LOCAL uint64_t send[MOST_BLOCKS * 50], apart[MOST_BLOCKS * 50];
    static const struct cube_op sum_in_turn = {.function = in_turn, .commutative = 1};
    size_t blocks = cube_catalogue_blocks(name, &job->given, AREA_INPUT);
    for (size_t i = 0; i < blocks * job->words; i++)
        send[i] = (uint64_t)cube_node() * 1000 + i;
    memset(apart, 0, sizeof apart);
    size_t results = cube_catalogue_blocks(name, &job->given, AREA_OUTPUT) * job->words;
    size_t bytes = job->words * sizeof *send;
    host_check(cube_catalogue_run(name, &job->given, &cube_uint64, &sum_in_turn, send,
                                  (void *[]){apart, NULL}, bytes) == 0);
    host_check(cube_catalogue_run(name, &job->given, &cube_uint64, &sum_in_turn, send,
                                  (void *[]){send, NULL}, bytes) == 0);
    return host_check(memcmp(send, apart, results * sizeof *send) == 0) ? 0 : 1;
}

TEST(in_place_is_as_good) {
    unsigned tried = 0;
    for (size_t k = 0; k < catalogue_entries; k++) {
        const struct algorithm *algorithm = catalogue[k];
        if ((algorithm->accumulators >> AREA_OUTPUT & 1) == 0)
            continue;
        for (uint32_t n = 0; n <= MOST_DIMENSION; n++)
            for (unsigned packets = 1; packets <= 5; packets += 2)
                for (size_t words = 1; words <= 50; words += 49) {
                    struct in_place job = {algorithm, {.packets = packets}, words};
                    struct shape shape = shape_of(n);
                    shape.packets = packets;
                    if (!algorithm_applicable(algorithm, &shape))
                        continue;
                    tried++;
                    if (host_run(n, NULL, run_twice, &job) != HOST_OK)
                        fail_msg("%s in place, n = %u, %u packets of %zu words", algorithm->name,
                                 (unsigned)n, packets, words);
                }
    }
    assert_true(tried > 100);
}

/* ---- Some blocks written and some not ---- */

static const struct operation twice_operation = {
    .tag = OPERATION_ALLREDUCE, .outputs = 1, .combines = true};

static uint32_t two_blocks(const struct shape *shape, uint32_t node, uint32_t area) {
    (void)shape, (void)node, (void)area;
    return 2;
}

static uint32_t two_steps(const struct shape *shape) {
    (void)shape;
    return 2;
}

/* Step 1 combines block 0 of two neighbours, and step 2 both blocks: then one of them is written.
 */
static void twice_step(const struct shape *shape, uint32_t node, uint32_t number,
                       struct step *step) {
    struct run run = consecutive_blocks(AREA_OUTPUT, 0, number);
    (void)shape, (void)node;
    step_clear(step);
    if (number > 2)
        return;
    step_send(step, 0, run);
    step_combine(step, 0, run, node == 1);
}

static const struct algorithm twice = {
    .name = "twice",
    .operation = &twice_operation,
    .areas = AREA_OUTPUT + 1,
    .accumulators = 1u << AREA_OUTPUT,
    .blocks = two_blocks,
    .steps = two_steps,
    .step = twice_step,
};

TEST_AT_NODES(some_blocks_are_written, 1, 1) {
    const uint64_t send[2] = {10 + (uint64_t)cube_node(), 100 + (uint64_t)cube_node()};
    uint64_t recv[2] = {0, 0};
    struct call call = {
        .algorithm = &twice,
        .shape = shape_of(1),
        .node = (uint32_t)cube_node(),
        .free = 1,
        .input = send,
        .output = {recv},
        .layout = {.bytes = sizeof *send},
        .type = &cube_uint64,
        .op = &cube_sum,
    };
    host_check(execute(&call) == 0);
    host_check(recv[0] == 2 * (10 + 11));
    host_check(recv[1] == 100 + 101);
    host_check(send[0] == 10 + (uint64_t)cube_node() && send[1] == 100 + (uint64_t)cube_node());
}

/* ---- Algorithms backwards ---- */

/* What a dual says by itself, and not by the functions that it has from the other algorithm, must
 * agree with that algorithm all the same. */
TEST(duals_are_alike) {
    unsigned duals = 0;
    for (size_t k = 0; k < catalogue_entries; k++) {
        const struct algorithm *dual = catalogue[k];
        const struct algorithm *other = dual->dual_of;
        if (!other)
            continue;
        duals++;
        assert_int_equal(dual->ports, other->ports);
        assert_int_equal(dual->relay, other->relay);
        assert_int_equal(dual->varies, other->varies);
        assert_int_equal(dual->open, other->open);
        assert_true(dual->open_in == other->open_in);
        assert_null(other->dual_of);
    }
    assert_true(duals >= 20);
}
