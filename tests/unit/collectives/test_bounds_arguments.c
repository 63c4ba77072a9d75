/* Finds an argument of the checker's lower bounds that has no effect: each has an operation here
 * for which no other argument gives so high a bound. */
#include "collectives/bound/bounds.h"
#include "collectives/catalogue/catalogue.h"
#include "tests/unit/test.h"

enum { CUBES = CUBE_MAX_DIMENSION };

#define MESH_OF_256                                                                                \
    {                                                                                              \
        .dimension = 8, .packets = 1, .axes = 2, .side = { 16, 16 }                                \
    }

static const struct means one_port = {PORTS_ONE, false, 1};
static const struct means all_port = {PORTS_ALL, false, 1};

static uint32_t ceiling(uint32_t a, uint32_t b) {
    return (a + b - 1) / b;
}

static uint32_t blocks_of_one_top(const struct shape *shape, UNUSED uint32_t node, uint32_t area) {
    return area == 2 && shape->dimension > 0 ? shape->dimension - 1 : shape->dimension;
}

/* ASPC with the two messages to the same node sent once: 4 steps from n = 4 on, for 3.5 N messages
 * cross dimension 1, where all links together would do in 3. */
TEST(halves_of_a_dimension) {
    static const uint32_t steps[CUBES] = {1, 2, 3, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4};
    struct algorithm once = *catalogue_find("aspc");
    once.blocks = blocks_of_one_top;
    for (uint32_t n = 1; n <= CUBES; n++) {
        struct shape shape = shape_of(n);
        assert_int_equal(bound_steps(&once, &shape, all_port), steps[n - 1]);
    }
}

/* One algorithm in one shape. */
TEST(single_bounds) {
    static const struct {
        const char *algorithm;
        struct shape shape;
        struct means means;
        uint32_t steps;
    } rows[] = {
        /* 7 nodes want something of each node, which would be 2 steps on its 4 links, but two pairs
         * of them are 2 links away: 10 links, where copies are made on the way. */
        {"aspc-copies", {.dimension = 4, .packets = 1}, {PORTS_ALL, false, 1}, 3},
        /* On 16 x 16 nodes with packets of 16 blocks a node hears of 16 nodes in 4 steps, and of 16
         * more in each of 15. But in step 5 a neighbour sends for the second time, so one of its
         * blocks has come before. */
        {"mesh-allgather", MESH_OF_256, {PORTS_ONE, false, 16}, 20},
        {"mesh-allgather", MESH_OF_256, {PORTS_ONE, true, 16}, 19},
        /* Each of 16 packets needs each link upwards on dimension 0. Of the farthest node's alone
         * 6 + 2 steps would do. */
        {"scan-pipelined", {.dimension = 3, .packets = 16}, {PORTS_ALL, false, 1}, 16},
        {"exscan-pipelined", {.dimension = 3, .packets = 16}, {PORTS_ALL, false, 1}, 16},
        /* On an array of 16, 64 blocks cross the middle, 15 in a step, which would be 5 steps. But
         * nodes have 8 of their own in the first step, and each gets 8 in the last one. */
        {"array-alltoall", {.dimension = 4, .packets = 1}, {PORTS_ONE, true, 15}, 6},
        /* With packets of 8 all would have to be full in 8 steps. The first one would be all that a
         * node has for the other half, the last one all for a node, and one block would be in both.
         */
        {"array-alltoall", {.dimension = 4, .packets = 1}, {PORTS_ONE, true, 8}, 9},
        /* Packets of c blocks: 1, 2, 4, ... blocks are known in the first steps, then c more in
         * each: 1, 2, 4, 8, 12, 16. */
        {"mesh-allgather",
         {.dimension = 4, .packets = 1, .axes = 2, .side = {4, 4}},
         {PORTS_ONE, false, 4},
         5},
        {"mesh-gather", MESH_OF_256, {PORTS_ONE, true, 128}, 8},
    };
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++)
        assert_int_equal(
            bound_steps(catalogue_find(rows[k].algorithm), &rows[k].shape, rows[k].means),
            rows[k].steps);
}

/* All-gather on rings where packets pass nodes: what is known could double in every step, but the
 * links would not bring it so far. On 16 nodes they would, if all packets went the shortest way. */
TEST(what_packets_that_are_relayed_bring_forward) {
    static const uint32_t steps[] = {2, 3, 5, 6, 8, 10, 12, 14};
    for (uint32_t n = 2; n <= 9; n++) {
        struct shape shape = shape_of(n);
        shape.axes = 1;
        shape.side[0] = 1u << n;
        struct means halves = {PORTS_ONE, true, 1u << (n - 1)};
        assert_int_equal(bound_steps(catalogue_find("mesh-allgather"), &shape, halves),
                         steps[n - 2]);
    }
}

/* Prefix sums of n packets: n steps would do for node 0's, which are n links from the last node,
 * and for the links upwards on dimension 0, but not for both if the order is kept: one of these
 * links would bring nothing but node 0's. */
TEST(halves_and_what_farthest_nodes_have) {
    for (uint32_t n = 1; n <= 8; n++) {
        struct shape shape = shape_of(n);
        for (shape.packets = n > 1 ? n - 1 : 1; shape.packets <= n + 1; shape.packets++) {
            struct algorithm scan = *catalogue_find(n % 2 ? "scan-pipelined" : "exscan-pipelined");
            uint32_t k = shape.packets, most = k > n ? k : n;
            assert_int_equal(bound_steps(&scan, &shape, all_port), most + (k == n && n > 1));
            scan.ordered = false;
            assert_int_equal(bound_steps(&scan, &shape, all_port), most);
        }
    }
}

static uint32_t four_blocks(UNUSED const struct shape *shape, uint32_t node, uint32_t area) {
    return (node >> 2 & 1) == area ? 4 : 0;
}

static struct cube_content from_the_other_half(const struct shape *shape, uint32_t node,
                                               UNUSED uint32_t area, uint32_t block) {
    uint32_t rank = catalogue_find("mesh-shift")->operation->rank(shape, node);
    return (struct cube_content){(rank + 4) % 8, (rank + 4) % 8, block};
}

/* On a ring of 8 each of four nodes sends four blocks to the opposite one: 16 over two links. */
TEST(halves_of_a_ring) {
    struct algorithm across = *catalogue_find("mesh-shift");
    struct operation operation = *across.operation;
    struct shape shape = shape_of(3);
    shape.axes = 1;
    shape.side[0] = 8;
    operation.postcondition = from_the_other_half;
    across.operation = &operation;
    across.blocks = four_blocks;
    assert_int_equal(bound_steps(&across, &shape, all_port), 8);
}

enum { LINE = 4, MOST_OF_PAIR = 2 };

/* On an array of four each node has a block for each other one, and another for the end of the
 * other half. */
static uint32_t of_pair(uint32_t from, uint32_t to) {
    return from == to ? 0 : to % 3 == 0 && from / 2 != to / 2 ? 2 : 1;
}

static uint32_t line_blocks(const struct shape *shape, uint32_t node, uint32_t area) {
    uint32_t blocks = 0, rank = catalogue_find("array-alltoall")->operation->rank(shape, node);
    for (uint32_t from = 0; from < LINE; from++)
        blocks += of_pair(from, rank);
    return area == AREA_INPUT ? LINE * MOST_OF_PAIR : area == AREA_OUTPUT ? blocks : 0;
}

static struct cube_content of_line(const struct shape *shape, uint32_t node, uint32_t area,
                                   uint32_t block) {
    uint32_t from = 0, rank = catalogue_find("array-alltoall")->operation->rank(shape, node);
    (void)area;
    for (; block >= of_pair(from, rank); from++)
        block -= of_pair(from, rank);
    return (struct cube_content){from, from, MOST_OF_PAIR * rank + block};
}

/* Of six blocks that leave a half three have to be in each of two packets: those of its one node,
 * then of the other. None crosses twice, for the last packet has not all that an end gets. */
TEST(halves_and_an_end_that_gets_more_than_a_packet) {
    struct algorithm line = *catalogue_find("array-alltoall");
    struct operation operation = *line.operation;
    struct shape shape = shape_of(2);
    operation.postcondition = of_line;
    line.operation = &operation;
    line.blocks = line_blocks;
    assert_int_equal(bound_steps(&line, &shape, (struct means){PORTS_ONE, true, 3}), 2);
}

static uint32_t gathered_blocks(const struct shape *shape, uint32_t node, uint32_t area) {
    return area == AREA_INPUT ? 4 : node == shape->root ? 4 * shape_nodes(shape) : 0;
}

static struct cube_content gathered(UNUSED const struct shape *shape, UNUSED uint32_t node,
                                    UNUSED uint32_t area, uint32_t block) {
    return (struct cube_content){block / 4, block / 4, block % 4};
}

/* A gather of four blocks a node: all must come in by the root's ports. */
TEST(what_comes_to_a_node) {
    struct algorithm four = *catalogue_find("gather-binomial");
    struct operation operation = *four.operation;
    operation.postcondition = gathered;
    four.operation = &operation;
    four.blocks = gathered_blocks;
    for (uint32_t n = 1; n <= CUBES; n++) {
        struct shape shape = shape_of(n);
        uint32_t blocks = 4 * ((1u << n) - 1);
        assert_int_equal(bound_steps(&four, &shape, one_port), blocks);
        assert_int_equal(bound_steps(&four, &shape, all_port), ceiling(blocks, n));
    }
}

static uint32_t opposite_blocks(const struct shape *shape, UNUSED uint32_t node, uint32_t area) {
    return area == AREA_INPUT ? 8 * shape_nodes(shape) : area == AREA_OUTPUT ? 8 : 0;
}

static struct cube_content opposite(const struct shape *shape, uint32_t node, uint32_t area,
                                    uint32_t block) {
    uint32_t rank = shape_nodes(shape) - 1 - node;
    (void)area;
    return (struct cube_content){rank, rank, 8 * node + block};
}

/* Each node has eight blocks from the opposite node, and each block crosses n links. So every link
 * carries eight blocks, with or without an operator. */
TEST(what_all_links_carry) {
    struct algorithm far = *catalogue_find("reduce-scatter-ring");
    struct operation operation = *far.operation;
    operation.postcondition = opposite;
    far.operation = &operation;
    far.blocks = opposite_blocks;
    for (uint32_t n = 1; n <= 5; n++) {
        struct shape shape = shape_of(n);
        for (int combines = 0; combines < 2; combines++) {
            operation.combines = combines;
            assert_int_equal(bound_steps(&far, &shape, all_port), 8);
            assert_int_equal(bound_steps(&far, &shape, one_port), 8 * n);
        }
    }
}

static uint32_t two_kinds_of_blocks(const struct shape *shape, UNUSED uint32_t node,
                                    uint32_t area) {
    return area == AREA_INPUT ? 9 : area == AREA_OUTPUT ? 8 + shape_nodes(shape) : 0;
}

static struct cube_content two_kinds(const struct shape *shape, uint32_t node, uint32_t area,
                                     uint32_t block) {
    uint32_t rank = block < 8 ? shape_nodes(shape) - 1 - node : block - 8;
    (void)area;
    return (struct cube_content){rank, rank, block < 8 ? block : 8};
}

/* Eight blocks to the opposite node, and one to all: 8 n + N - 1 links for each node's. */
TEST(what_all_links_carry_of_two_kinds) {
    struct algorithm both = *catalogue_find("allgather-ring");
    struct operation operation = *both.operation;
    operation.postcondition = two_kinds;
    both.operation = &operation;
    both.blocks = two_kinds_of_blocks;
    for (uint32_t n = 1; n <= 5; n++) {
        struct shape shape = shape_of(n);
        assert_int_equal(bound_steps(&both, &shape, all_port), 8 + ceiling((1u << n) - 1, n));
    }
}

/* Where all nodes use one dimension at a time, there are as many steps as dimensions that packets
 * have to cross. */
TEST(simd_crosses_one_dimension_after_the_other) {
    const struct means simd = {PORTS_SIMD, false, 1};
    struct algorithm once = *catalogue_find("aspc");
    once.blocks = blocks_of_one_top;
    struct shape shape = shape_of(4);
    /* Dimensions 0 to 3 are crossed by 3, 3.5, 3 and 2.5 messages a node. */
    assert_int_equal(bound_steps(&once, &shape, one_port), 12);
    assert_int_equal(bound_steps(&once, &shape, simd), 13);
}
