/* Finds a program's own algorithm that is run in a case in which it was not proved: functions that
 * read undeclared members, and calls outside the proof. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "collectives/catalogue/catalogue.h"
#include "collectives/check/checker.h"
#include "cube.h"
#include "cube_algorithm.h"
#include "tests/unit/nodes.h"

enum { INPUT, OUTPUT, SCRATCH, DIMENSION = 2 };

/* ---- An all-reduce by exchanges, of which one function reads something ---- */

enum place { NOWHERE, APPLICABLE, BLOCKS, STEPS, STEP, PACKETS, LINK_WORDS, BOUND, PLACES };

static enum place reads_in;
static uint32_t (*reading)(const struct shape *shape);

static uint32_t read_side(const struct shape *shape) {
    return cube_shape_side(shape, 0);
}

static void may_read(enum place place, const struct shape *shape) {
    if (place == reads_in)
        reading(shape);
}

static bool applicable(const struct shape *shape) {
    may_read(APPLICABLE, shape);
    return true;
}

static uint32_t blocks(const struct shape *shape, UNUSED uint32_t node, UNUSED uint32_t area) {
    may_read(BLOCKS, shape);
    return 1;
}

static uint32_t steps(const struct shape *shape) {
    may_read(STEPS, shape);
    return cube_shape_dimension(shape);
}

static void step(const struct shape *shape, uint32_t node, uint32_t number, struct step *step) {
    may_read(STEP, shape);
    if (number > cube_shape_dimension(shape))
        return;
    cube_step_send(step, number - 1, cube_one_block(OUTPUT, 0));
    cube_step_combine(step, number - 1, cube_one_block(OUTPUT, 0), (node >> (number - 1) & 1) != 0);
}

static uint64_t packets(const struct shape *shape) {
    may_read(PACKETS, shape);
    return (uint64_t)cube_shape_dimension(shape) * cube_shape_nodes(shape);
}

static uint64_t link_words(const struct shape *shape) {
    may_read(LINK_WORDS, shape);
    return (uint64_t)cube_shape_dimension(shape) * cube_shape_nodes(shape);
}

static uint32_t bound(const struct shape *shape) {
    may_read(BOUND, shape);
    return cube_shape_dimension(shape);
}

static const struct cube_own_algorithm own = {
    .version = CUBE_ALGORITHM_VERSION,
    .name = "own-reading",
    .operation = "allreduce",
    .ports = CUBE_SIMD,
    .ordered = true,
    .areas = 2,
    .accumulators = 1u << OUTPUT,
    .applicable = applicable,
    .blocks = blocks,
    .steps = steps,
    .step = step,
    .packets = packets,
    .link_words = link_words,
    .bound = bound,
};

static const struct {
    uint32_t (*read)(const struct shape *shape);
    unsigned member;
    const char *what;
} members[] = {
    {cube_shape_root, CUBE_VARIES_ROOT, "the root"},
    {cube_shape_target, CUBE_VARIES_TARGET, "the target"},
    {cube_shape_packets, CUBE_VARIES_PACKETS, "the number of packets"},
    {cube_shape_shift, CUBE_VARIES_SHIFT, "the shift"},
    {cube_shape_axes, CUBE_VARIES_SIDES, "the sides of a mesh"},
    {read_side, CUBE_VARIES_SIDES, "the sides of a mesh"},
};

static bool is_sum(void) {
    const struct cube_choice choice = {.algorithm = "own-reading"};
    int64_t node = cube_node(), sum = 0;
    int error = cube_allreduce_by(&choice, &node, &sum, 1, &cube_int64, &cube_sum);
    return error == 0 ? sum == 6 : error != -EINVAL;
}

AT_NODE(sum_is_refused) {
    host_check(!is_sum());
}

AT_NODE(sum_is_right) {
    host_check(is_sum());
}

TEST(what_is_read_has_to_be_declared) {
    const struct shape shape = shape_of(DIMENSION);
    struct algorithm algorithm;
    char message[200], wanted[200];
    assert_int_equal(cube_algorithm_add(&own), 0);
    algorithm = *catalogue_find(own.name);
    for (size_t k = 0; k < sizeof members / sizeof members[0]; k++)
        for (reads_in = NOWHERE; reads_in < PLACES; reads_in++) {
            reading = members[k].read;
            algorithm.varies = ~members[k].member;
            snprintf(wanted, sizeof wanted, "it depends on %s, which .varies", members[k].what);
            assert_int_equal(check_reads(&algorithm, &shape, message, sizeof message),
                             reads_in == NOWHERE);
            if (reads_in != NOWHERE)
                assert_memory_equal(message, wanted, strlen(wanted));
            algorithm.varies = members[k].member;
            assert_true(check_reads(&algorithm, &shape, message, sizeof message));
        }
}

/* What a call needs is read at its node; what is claimed is not looked at. */
TEST(a_call_refuses_undeclared_reads) {
    reading = cube_shape_root;
    for (reads_in = NOWHERE; reads_in <= BOUND; reads_in++) {
        bool refused = reads_in >= APPLICABLE && reads_in <= STEP;
        assert_int_equal(host_run(DIMENSION, NULL, refused ? sum_is_refused : sum_is_right, NULL),
                         HOST_OK);
    }
    reads_in = NOWHERE;
}

/* ---- Functions that do not depend on their arguments alone ---- */

static uint32_t asked;

static void forgetful(const struct shape *shape, uint32_t node, uint32_t number,
                      struct step *step_of) {
    if (node != 2 || asked++ != 1)
        step(shape, node, number, step_of);
}

static uint64_t growing(const struct shape *shape) {
    return packets(shape) + asked++;
}

TEST(answers_have_to_be_alike) {
    const struct shape shape = shape_of(DIMENSION);
    struct algorithm algorithm = *catalogue_find(own.name);
    char message[200];
    algorithm.step = forgetful;
    assert_false(check_reads(&algorithm, &shape, message, sizeof message));
    assert_string_equal(message, "node 2: a second call, in another order, returns another step "
                                 "(a function may depend only on its arguments)");
    algorithm.step = step;
    algorithm.packets = growing;
    assert_false(check_reads(&algorithm, &shape, message, sizeof message));
    assert_string_equal(
        message,
        "a second call declares other counts (a function may depend only on its arguments)");
}

/* ---- Algorithms of the library, which read members directly ---- */

static void with_root(const struct shape *shape, uint32_t node, uint32_t number,
                      struct step *step_of) {
    step_clear(step_of);
    step(shape, node ^ (shape->root & 2), number, step_of);
}

TEST(the_librarys_depend_on_what_they_declare) {
    const struct shape shape = shape_of(DIMENSION);
    struct algorithm algorithm = *catalogue_find("bcast-binomial");
    char message[200];
    assert_true(check_reads(&algorithm, &shape, message, sizeof message));
    algorithm.varies = 0;
    assert_false(check_reads(&algorithm, &shape, message, sizeof message));
    assert_string_equal(message, "it depends on the root, which .varies does not declare (add "
                                 "CUBE_VARIES_ROOT)");
    algorithm = *catalogue_find("allreduce-exchange");
    assert_true(check_reads(&algorithm, &shape, message, sizeof message));
    algorithm.step = with_root; /* which is another one for root 2 alone */
    assert_false(check_reads(&algorithm, &shape, message, sizeof message));
}

/* ---- What an operation means ---- */

static uint32_t neighbour(UNUSED const struct shape *shape, uint32_t node) {
    return node ^ 1;
}

static struct cube_content of_three(UNUSED const struct shape *shape, UNUSED uint32_t node,
                                    UNUSED uint32_t area, uint32_t block) {
    return (struct cube_content){0, 2, block};
}

TEST(what_is_not_meant_is_told_with_what_is) {
    const struct shape shape = shape_of(DIMENSION);
    struct algorithm algorithm = *catalogue_find(own.name);
    struct operation other = *algorithm.operation;
    char message[200];
    algorithm.operation = &other;
    assert_true(check_meaning(&algorithm, &shape, message, sizeof message));
    other.rank = neighbour;
    assert_false(check_meaning(&algorithm, &shape, message, sizeof message));
    assert_string_equal(message, "node 0 has rank 1, but allreduce requires 0");
    other.rank = NULL;
    other.postcondition = of_three;
    assert_false(check_meaning(&algorithm, &shape, message, sizeof message));
    assert_string_equal(message,
                        "node 0 must end with block 0 of ranks 0-2 in block 0 of area 1, but "
                        "allreduce requires block 0 of ranks 0-3");
}

/* ---- Calls that no proof has seen ---- */

static void from_node_0(const struct shape *shape, uint32_t node, uint32_t number,
                        struct step *step_of) {
    uint32_t port = number - 1;
    if (number > cube_shape_dimension(shape) || node >> number != 0)
        return;
    if (node >> port & 1)
        cube_step_receive(step_of, port, cube_one_block(OUTPUT, 0));
    else
        cube_step_send(step_of, port, cube_one_block(node == 0 ? INPUT : OUTPUT, 0));
}

static uint32_t of_node_0(UNUSED const struct shape *shape, uint32_t node, uint32_t area) {
    return (area == INPUT) == (node == 0);
}

AT_NODE(broadcast_from_all) {
    const struct cube_choice choice = {.algorithm = "own-from-node-0"};
    for (int root = 0; root < cube_nodes(); root++) {
        int64_t message = cube_node() == root ? 77 : 0;
        int error = cube_bcast_by(&choice, &message, 1, &cube_int64, root);
        host_check(root == 0 ? error == 0 && message == 77 : error == -EINVAL);
    }
}

TEST(a_root_that_is_not_declared_is_refused) {
    struct cube_own_algorithm one = own;
    one.name = "own-from-node-0";
    one.operation = "bcast";
    one.accumulators = 0;
    one.blocks = of_node_0;
    one.step = from_node_0;
    assert_int_equal(cube_algorithm_add(&one), 0);
    assert_int_equal(host_run(DIMENSION, NULL, broadcast_from_all, NULL), HOST_OK);
}

/* It sends its input once more when the output has been written. */
static void from_input(const struct shape *shape, UNUSED uint32_t node, uint32_t number,
                       struct step *step_of) {
    if (number > cube_shape_dimension(shape))
        return;
    cube_step_send(step_of, number - 1, cube_one_block(number == 1 ? INPUT : OUTPUT, 0));
    cube_step_combine(step_of, number - 1, cube_one_block(OUTPUT, 0), false);
}

/* Collects in a scratch area, whose place it has turned round. */
static uint32_t two_blocks(UNUSED const struct shape *shape, UNUSED uint32_t node,
                           UNUSED uint32_t area) {
    return 2;
}

static void turned(const struct shape *shape, uint32_t node, uint32_t number,
                   struct step *step_of) {
    uint32_t last = cube_shape_dimension(shape);
    (void)node;
    for (uint32_t b = 0; b < 2 && number == 1; b++)
        cube_step_move(step_of, cube_one_block(INPUT, b), cube_one_block(SCRATCH, 1 - b),
                       CUBE_MOVE_COPY);
    for (uint32_t b = 0; b < 2 && number > last; b++)
        cube_step_move(step_of, cube_one_block(SCRATCH, b), cube_one_block(OUTPUT, 1 - b),
                       CUBE_MOVE_COPY);
    if (number > last)
        return;
    cube_step_send(step_of, number - 1, cube_some_blocks(SCRATCH, 0, 2));
    cube_step_combine(step_of, number - 1, cube_some_blocks(SCRATCH, 0, 2), false);
}

static int sum_in_place(const char *name, int64_t numbers[], size_t count, bool in_place) {
    const struct cube_choice choice = {.algorithm = name};
    int64_t sums[3] = {0, 0, 0}, *into = in_place ? numbers : sums;
    for (size_t k = 0; k < count; k++)
        numbers[k] = (int64_t)k + cube_node();
    int error = cube_allreduce_by(&choice, numbers, into, count, &cube_int64, &cube_sum);
    for (size_t k = 0; error == 0 && k < count; k++)
        host_check(into[k] == 6 + 4 * (int64_t)k);
    return error;
}

AT_NODE(sums_in_place) {
    int64_t numbers[3];
    host_check(sum_in_place("own-reading", numbers, 1, true) == 0);
    host_check(sum_in_place("own-from-input", numbers, 1, false) == 0);
    host_check(sum_in_place("own-from-input", numbers, 1, true) == -EINVAL);
    host_check(sum_in_place("own-turned", numbers, 2, false) == 0);
    host_check(sum_in_place("own-turned", numbers, 2, true) == 0);
    host_check(sum_in_place("own-turned", numbers, 3, false) == -EINVAL);
}

TEST(an_input_that_is_written_too_early_is_refused) {
    struct cube_own_algorithm other = own;
    other.ordered = false;
    other.name = "own-from-input";
    other.step = from_input;
    assert_int_equal(cube_algorithm_add(&other), 0);
    other.name = "own-turned";
    other.areas = 3;
    other.accumulators = 0;
    other.blocks = two_blocks;
    other.step = turned;
    assert_int_equal(cube_algorithm_add(&other), 0);
    assert_int_equal(host_run(DIMENSION, NULL, sums_in_place, NULL), HOST_OK);
}
