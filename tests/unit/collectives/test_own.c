/* Finds a program's own algorithm that is not added, proved or run as the catalogue's are, or a
 * mistake in one that is not told with its step, node and block. */
#include <errno.h>
#include <string.h>

#include "collectives/catalogue/catalogue.h"
#include "collectives/check/checker.h"
#include "cube.h"
#include "cube_algorithm.h"
#include "tests/unit/nodes.h"

#undef CUBE_ALGORITHM
#define CUBE_ALGORITHM(own)                    /* a test adds it */
#include "tools/workbench/examples/reversal.c" /* NOLINT(bugprone-suspicious-include) */

enum { DIMENSION = 2 };

static uint32_t one_block(UNUSED const struct shape *shape, UNUSED uint32_t node,
                          UNUSED uint32_t area) {
    return 1;
}

/* ---- An all-reduce by exchanges, which is right ---- */

/* Exchanges sums with the neighbour on `port`. */
static void exchange(uint32_t node, uint32_t port, struct step *step) {
    cube_step_send(step, port, cube_one_block(OUTPUT, 0));
    cube_step_combine(step, port, cube_one_block(OUTPUT, 0), (node >> port & 1) != 0);
}

static void right(const struct shape *shape, uint32_t node, uint32_t number, struct step *step) {
    if (number <= cube_shape_dimension(shape))
        exchange(node, number - 1, step);
}

static uint64_t packets(const struct shape *shape) {
    return (uint64_t)cube_shape_dimension(shape) * cube_shape_nodes(shape);
}

static const struct cube_own_algorithm own = {
    .version = CUBE_ALGORITHM_VERSION,
    .name = "own-exchange",
    .operation = "allreduce",
    .ports = CUBE_SIMD,
    .ordered = true,
    .areas = 2,
    .accumulators = 1u << OUTPUT,
    .blocks = one_block,
    .step = right,
};

TEST(an_algorithm_is_added) {
    struct cube_algorithm described;
    size_t entry = 0;
    assert_int_equal(cube_algorithm_add(&own), 0);
    const struct algorithm *algorithm = catalogue_find("own-exchange");
    assert_non_null(algorithm);
    assert_string_equal(operation_name(algorithm->operation->tag), "allreduce");
    assert_int_equal(algorithm->ports, PORTS_SIMD);
    while (cube_catalogue(entry, &described) == 0 && strcmp(described.name, own.name) != 0)
        entry++;
    assert_int_equal(entry, catalogue_entries);
    assert_string_equal(described.source, "the program");
    assert_int_equal(described.bound, 0);
}

TEST(one_that_cannot_be_is_refused) {
    struct cube_own_algorithm other = own;
    assert_int_equal(cube_algorithm_add(&other), -EEXIST);
    other.name = "bcast-binomial";
    assert_int_equal(cube_algorithm_add(&other), -EEXIST);
    other.name = "other";
    other.version++;
    assert_int_equal(cube_algorithm_add(&other), -ENOTSUP);
    const struct {
        size_t member;
        uint64_t value;
        size_t bytes;
    } wrong[] = {
        {offsetof(struct cube_own_algorithm, name), (uintptr_t) "", sizeof(char *)},
        {offsetof(struct cube_own_algorithm, operation), (uintptr_t) "reduction", sizeof(char *)},
        {offsetof(struct cube_own_algorithm, ports), CUBE_ANY_PORTS, sizeof(enum cube_ports)},
        {offsetof(struct cube_own_algorithm, areas), 1, sizeof(uint32_t)},
        {offsetof(struct cube_own_algorithm, areas), CUBE_AREAS + 1, sizeof(uint32_t)},
        {offsetof(struct cube_own_algorithm, accumulators), 1u << 2, sizeof(uint32_t)},
        {offsetof(struct cube_own_algorithm, blocks), 0, sizeof(own.blocks)},
        {offsetof(struct cube_own_algorithm, step), 0, sizeof(own.step)},
    };
    for (size_t k = 0; k < sizeof wrong / sizeof wrong[0]; k++) {
        other = own;
        other.name = "other";
        memcpy((char *)&other + wrong[k].member, &wrong[k].value, wrong[k].bytes);
        assert_int_equal(cube_algorithm_add(&other), -EINVAL);
    }
    assert_null(catalogue_find("other"));
}

TEST(it_is_proved_and_counted) {
    const struct algorithm *algorithm = catalogue_find("own-exchange");
    const struct algorithm *rival = catalogue_find("allreduce-exchange");
    for (uint32_t n = 0; n <= 6; n++) {
        struct shape shape = shape_of(n);
        struct finding finding;
        char message[200];
        assert_true(check_meaning(algorithm, &shape, message, sizeof message));
        assert_true(check_schedule(algorithm, &shape, &finding));
        assert_string_equal(finding.message, "");
        assert_int_equal(finding.bound, n);
        assert_int_equal(algorithm_packets(algorithm, &shape), algorithm_packets(rival, &shape));
        assert_int_equal(algorithm_link_words(algorithm, &shape), n << n);
        struct chain_cost cost = algorithm_cost(algorithm, &shape, true, 0);
        assert_int_equal(cost.starts, n);
        assert_int_equal(cost.blocks, n);
        assert_int_equal(cost.exactness, COST_AT_MOST);
    }
}

static int sum_on_the_cube(void *argument) {
    const struct cube_choice choice = {.algorithm = argument};
    int64_t node = cube_node(), sum = 0;
    int error = cube_allreduce_by(&choice, &node, &sum, 1, &cube_int64, &cube_sum);
    host_check(strcmp(argument, "own-exchange") == 0 ? error == 0 && sum == 28 : error == -EINVAL);
    return 0;
}

TEST(a_call_runs_it_by_its_name) {
    assert_int_equal(host_run(3, NULL, sum_on_the_cube, "own-exchange"), HOST_OK);
}

/* ---- An operation of its own: tools/workbench/examples/reversal.c ---- */

static struct cube_content as_they_were(UNUSED const struct shape *shape, uint32_t node,
                                        UNUSED uint32_t area, uint32_t block) {
    return (struct cube_content){node, node, block};
}

AT_NODE(reverse_on_the_cube) {
    int64_t node = cube_node(), got = -1;
    void *output[] = {&got};
    host_check(cube_catalogue_run(reversal.name, NULL, NULL, NULL, &node, output, sizeof node) ==
               0);
    host_check(got == cube_nodes() - 1 - node);
}

TEST(an_operation_of_its_own_is_proved_and_run) {
    struct cube_own_algorithm wrong = reversal;
    struct finding finding;
    char message[200];
    wrong.content = NULL;
    assert_int_equal(cube_algorithm_add(&wrong), -EINVAL);
    wrong = reversal;
    wrong.outputs = 0;
    assert_int_equal(cube_algorithm_add(&wrong), -EINVAL);
    wrong = reversal;
    wrong.version = 1; /* which had no such members */
    assert_int_equal(cube_algorithm_add(&wrong), -EINVAL);
    wrong = reversal;
    wrong.areas = 1;                               /* no output has one */
    for (int i = 0; i <= CUBE_OWN_ALGORITHMS; i++) /* what is refused takes no room */
        assert_int_equal(cube_algorithm_add(&wrong), -EINVAL);
    assert_int_equal(cube_algorithm_add(&reversal), 0);
    const struct algorithm *algorithm = catalogue_find(reversal.name);
    for (uint32_t n = 1; n <= 6; n++) {
        const struct shape shape = shape_of(n);
        assert_true(check_meaning(algorithm, &shape, message, sizeof message));
        assert_true(check_schedule(algorithm, &shape, &finding));
        assert_int_equal(finding.bound, n);
    }
    struct operation other = *algorithm->operation;
    struct algorithm claiming = *algorithm;
    const struct shape shape = shape_of(2);
    other.postcondition = as_they_were;
    claiming.operation = &other;
    assert_false(check_schedule(&claiming, &shape, &finding));
    assert_int_equal(host_run(3, NULL, reverse_on_the_cube, NULL), HOST_OK);
}

/* ---- Two blocks, of which one is combined before both are, on the 2-cube ---- */

static uint32_t both_blocks(UNUSED const struct shape *shape, UNUSED uint32_t node,
                            UNUSED uint32_t area) {
    return 2;
}

static uint32_t five_steps(UNUSED const struct shape *shape) {
    return 5;
}

/* Sends blocks over the link of `port` to a node, where they are combined with the same ones. */
static void add_up(struct step *step, uint32_t node, uint32_t to, uint32_t port,
                   struct cube_blocks blocks) {
    if (node == (to ^ 1u << port))
        cube_step_send(step, port, blocks);
    if (node == to)
        cube_step_combine(step, port, blocks, false);
}

/* Node 0 gets all sums: in step 2 both blocks from node 2, and of its own it has combined the
 * first. Then it sends them to all. */
static void two_blocks_right(const struct shape *shape, uint32_t node, uint32_t number,
                             struct step *step) {
    const struct cube_blocks first = cube_one_block(OUTPUT, 0), second = cube_one_block(OUTPUT, 1);
    const struct cube_blocks both = cube_some_blocks(OUTPUT, 0, 2);
    (void)shape;
    if (number == 1) {
        add_up(step, node, 0, 0, first);
        add_up(step, node, 2, 0, first);
    } else if (number == 2) {
        add_up(step, node, 0, 1, both);
        add_up(step, node, 1, 1, second);
    } else if (number == 3) {
        add_up(step, node, 0, 0, second);
    } else if (number <= 5) {
        uint32_t port = number - 4;
        if (node < 1u << port)
            cube_step_send(step, port, both);
        else if (node < 2u << port)
            cube_step_receive(step, port, both);
    }
}

AT_NODE(add_two_blocks) {
    const struct cube_choice choice = {.algorithm = "own-two-blocks"};
    int64_t given[2] = {cube_node(), 10 << cube_node()}, sums[2] = {0, 0};
    host_check(cube_allreduce_by(&choice, given, sums, 2, &cube_int64, &cube_sum) == 0);
    host_check(sums[0] == 6 && sums[1] == 150);
}

TEST(blocks_are_combined_together_that_were_not_before) {
    struct cube_own_algorithm two = own;
    struct finding finding;
    const struct shape shape = shape_of(DIMENSION);
    two.name = "own-two-blocks";
    two.ordered = false;
    two.blocks = both_blocks;
    two.steps = five_steps;
    two.step = two_blocks_right;
    assert_int_equal(cube_algorithm_add(&two), 0);
    assert_true(check_schedule(catalogue_find(two.name), &shape, &finding));
    assert_int_equal(host_run(DIMENSION, NULL, add_two_blocks, NULL), HOST_OK);
}

/* ---- Mistakes, on the 2-cube ---- */

/* What one node does in one step, besides what is right or instead of it. */
struct deed {
    uint32_t number, node, port;
    bool instead;
    void (*act)(struct step *step, uint32_t port, struct cube_blocks blocks);
    const char *message;
};

static const struct deed *deed; /* that misdo does */

static void misdo(const struct shape *shape, uint32_t node, uint32_t number, struct step *step) {
    bool here = number == deed->number && node == deed->node;
    if (!here || !deed->instead)
        right(shape, node, number, step);
    if (here)
        deed->act(step, deed->port, cube_one_block(OUTPUT, 0));
}

static void combine(struct step *step, uint32_t port, struct cube_blocks blocks) {
    cube_step_combine(step, port, blocks, true);
}

static void move_unevenly(struct step *step, UNUSED uint32_t port, struct cube_blocks blocks) {
    cube_step_move(step, blocks, cube_some_blocks(blocks.area, 0, 2), CUBE_MOVE_COPY);
}

static void send_from_no_area(struct step *step, uint32_t port, struct cube_blocks blocks) {
    blocks.area = UINT32_MAX;
    cube_step_send(step, port, blocks);
}

static void send_too_many(struct step *step, uint32_t port, struct cube_blocks blocks) {
    cube_step_send(step, port, cube_some_blocks(blocks.area, 0, UINT16_MAX + 1));
}

static const struct deed deeds[] = {
    {2, 2, 1, false, cube_step_send, "step 2: node 2: two packets leave on port 1"},
    {2, 2, 1, false, cube_step_receive, "step 2: node 2: two packets arrive on port 1"},
    {1, 3, CUBE_DIMENSIONS, false, cube_step_send,
     "step 1: node 3: port out of range (expected: below 13)"},
    {1, 3, DIMENSION, false, cube_step_send,
     "step 1: node 3: port out of range (expected: below 2)"},
    {2, 1, 1, true, cube_step_send,
     "step 2: node 1 does not expect the packet that arrives on port 1"},
    {1, 3, 0, true, combine, "step 1: node 2 expects a packet on port 0 that no node sends"},
    {1, 3, 0, true, send_from_no_area, "step 1: node 3: area out of range (expected: below 8)"},
    {1, 3, 0, true, send_too_many,
     "step 1: node 3: too many blocks in a packet or move (expected: at most 65535)"},
    {3, 1, 0, false, move_unevenly, "step 3: node 1 moves blocks to a different number of places"},
};

static void two_ports(const struct shape *shape, uint32_t node, uint32_t number,
                      struct step *step) {
    right(shape, node, number, step);
    if (number == 1)
        exchange(node, 1, step);
}

static void two_dimensions(const struct shape *shape, uint32_t node, uint32_t number,
                           struct step *step) {
    if (number <= cube_shape_dimension(shape))
        exchange(node, node == 0 || node == 1 ? number - 1 : 2 - number, step);
}

static void no_order(const struct shape *shape, UNUSED uint32_t node, uint32_t number,
                     struct step *step) {
    if (number > cube_shape_dimension(shape))
        return;
    cube_step_send(step, number - 1, cube_one_block(OUTPUT, 0));
    cube_step_combine(step, number - 1, cube_one_block(OUTPUT, 0), false);
}

static void twice(const struct shape *shape, uint32_t node, uint32_t number, struct step *step) {
    if (number <= cube_shape_dimension(shape))
        exchange(node, 0, step);
}

static void into_the_input(const struct shape *shape, uint32_t node, uint32_t number,
                           struct step *step) {
    if (number > cube_shape_dimension(shape))
        return;
    cube_step_send(step, number - 1, cube_one_block(OUTPUT, 0));
    cube_step_receive(step, number - 1, cube_one_block(node == 1 ? INPUT : OUTPUT, 0));
}

static void no_block(const struct shape *shape, uint32_t node, uint32_t number, struct step *step) {
    if (number <= cube_shape_dimension(shape))
        cube_step_send(step, number - 1, cube_one_block(OUTPUT, node == 2 ? 5 : 0));
}

static void two_sizes(const struct shape *shape, uint32_t node, uint32_t number,
                      struct step *step) {
    if (number > cube_shape_dimension(shape))
        return;
    cube_step_send(step, number - 1, cube_some_blocks(OUTPUT, 0, node == 2 ? 0 : 1));
    cube_step_combine(step, number - 1, cube_one_block(OUTPUT, 0), false);
}

static void idle(UNUSED const struct shape *shape, UNUSED uint32_t node, UNUSED uint32_t number,
                 UNUSED struct step *step) {
}

static void stored(const struct shape *shape, uint32_t node, uint32_t number, struct step *step) {
    if (number > cube_shape_dimension(shape))
        return;
    cube_step_send(step, number - 1, cube_one_block(OUTPUT, 0));
    cube_step_receive(step, number - 1, cube_one_block(OUTPUT, 0));
    (void)node;
}

static const struct {
    void (*step)(const struct shape *shape, uint32_t node, uint32_t number, struct step *step);
    const char *message;
} mistakes[] = {
    {two_ports, "step 1: node 0 sends or receives on more than one port in a step"},
    {two_dimensions,
     "step 1: node 2 uses another dimension than an earlier node (expected: one per step)"},
    {no_order,
     "at the end: node 1 ends with a wrong block 0 in area 1: block 0 of nodes 0-3 in another "
     "order, expected block 0 of nodes 0-3; in step 1 node 1 spoils block 0 of area 1: the "
     "operands "
     "are not in the order of the nodes"},
    {twice,
     "at the end: node 0 ends with a wrong block 0 in area 1: nothing, expected block 0 of nodes "
     "0-3; in step 2 node 0 spoils block 0 of area 1: a node's block is in both operands"},
    {into_the_input, "step 1: node 1 receives from port 0 into its input"},
    {no_block, "step 1: node 2 sends blocks outside of its areas on port 0"},
    {two_sizes, "step 1: node 3 expects 1 blocks on port 0, but 0 arrive"},
    {idle, "step 1: no node sends anything"},
    {stored,
     "at the end: node 0 ends with a wrong block 0 in area 1: block 0 of node 3, expected block "
     "0 of nodes 0-3"},
};

static void is_told(void (*step)(const struct shape *, uint32_t, uint32_t, struct step *),
                    const char *message) {
    const struct shape shape = shape_of(DIMENSION);
    struct algorithm wrong = *catalogue_find("own-exchange");
    struct finding finding;
    wrong.step = step;
    assert_false(check_schedule(&wrong, &shape, &finding));
    assert_string_equal(finding.message, message);
}

TEST(each_mistake_is_told) {
    for (size_t k = 0; k < sizeof mistakes / sizeof mistakes[0]; k++)
        is_told(mistakes[k].step, mistakes[k].message);
    for (deed = deeds; deed < deeds + sizeof deeds / sizeof deeds[0]; deed++)
        is_told(misdo, deed->message);
}

TEST(a_link_that_a_ring_has_not_is_told) {
    struct finding finding;
    struct shape shape = shape_of(3);
    struct algorithm on_ring = *catalogue_find("bcast-binomial");
    shape.axes = 1;
    shape.side[0] = 8;
    on_ring.operation = catalogue_find("mesh-bcast")->operation;
    on_ring.varies |= VARIES_SIDES;
    assert_false(check_schedule(&on_ring, &shape, &finding));
    assert_string_equal(finding.message,
                        "step 2: node 0, port 1: a packet on a link that is not in the mesh");
}

static uint64_t too_many(const struct shape *shape) {
    return packets(shape) + 1;
}

static uint32_t too_low(const struct shape *shape) {
    return cube_shape_dimension(shape) - 1;
}

static uint32_t two_blocks(const struct shape *shape, uint32_t node, uint32_t area) {
    return one_block(shape, node, area) + (node == 1 && area == OUTPUT);
}

TEST(a_wrong_claim_is_told) {
    const struct shape shape = shape_of(DIMENSION);
    struct algorithm claiming = *catalogue_find("own-exchange");
    struct finding finding;
    char message[200];
    claiming.packets = packets;
    assert_true(check_schedule(&claiming, &shape, &finding));
    claiming.packets = too_many;
    assert_false(check_schedule(&claiming, &shape, &finding));
    assert_string_equal(finding.message,
                        "at the end: the schedule has 8 packets, but the algorithm declares 9");
    claiming.packets = NULL;
    claiming.bound = too_low;
    assert_false(check_schedule(&claiming, &shape, &finding));
    assert_string_equal(finding.message,
                        "at the end: the lower bound is 2 steps, but the algorithm declares 1");
    claiming.blocks = two_blocks;
    assert_false(check_meaning(&claiming, &shape, message, sizeof message));
    assert_string_equal(message,
                        "node 1 has 2 blocks in area 1 (an output), but allreduce requires 1");
}

/* Both of a link's packets leave every node, so that every call of it ends. */
static void two_everywhere(const struct shape *shape, uint32_t node, uint32_t number,
                           struct step *step) {
    right(shape, node, number, step);
    cube_step_send(step, 0, cube_one_block(OUTPUT, 0));
    (void)shape;
}

TEST(a_call_refuses_what_no_step_can_be) {
    struct cube_own_algorithm wrong = own;
    wrong.name = "own-twice";
    wrong.step = two_everywhere;
    assert_int_equal(cube_algorithm_add(&wrong), 0);
    assert_int_equal(host_run(3, NULL, sum_on_the_cube, "own-twice"), HOST_OK);
}
