/* An all-gather both ways round the ring of the Gray code, in N / 2 steps. A worked example of
 * docs/guide/algorithms.md.
 *
 * The node at place p of the ring sends block p forward and backward in step 1. In each later step
 * it passes on the block of the step before, in the same direction. After step s it has the blocks
 * of the places p - s .. p + s. The block from the other side of the ring comes in the last step,
 * and need come from one direction alone.
 *
 * On 8 nodes, arrivals at the node at place 0, as places:
 *
 *     step       1   2   3   4
 *     forward    7   6   5   4
 *     backward   1   2   3
 */
#include <cube_algorithm.h>

enum { INPUT, OUTPUT };

/* The node at a place, and the place of a node. */
static uint32_t node_at(uint32_t place) {
    return place ^ place >> 1;
}

static uint32_t place_of(uint32_t node) {
    uint32_t place = 0;
    for (; node != 0; node >>= 1)
        place ^= node;
    return place;
}

/* The port of a node that leads to another one, its neighbour. */
static uint32_t port_to(uint32_t node, uint32_t other) {
    return (uint32_t)__builtin_ctz(node ^ other);
}

/* The node `places` places after that of `place`, round a ring of N. */
static uint32_t node_after(const struct shape *shape, uint32_t place, int places) {
    return node_at((place + (uint32_t)places) & (cube_shape_nodes(shape) - 1));
}

/* A node begins with its own block, and ends with one of each node. */
static uint32_t blocks(const struct shape *shape, uint32_t node, uint32_t area) {
    (void)node;
    return area == INPUT ? 1 : cube_shape_nodes(shape);
}

static uint32_t steps(const struct shape *shape) {
    return cube_shape_nodes(shape) / 2;
}

static uint64_t packets(const struct shape *shape) {
    uint64_t nodes = cube_shape_nodes(shape);
    return nodes * (nodes - 1);
}

static void step(const struct shape *shape, uint32_t node, uint32_t number, struct step *step) {
    uint32_t place = place_of(node), last = steps(shape);
    uint32_t ahead = node_after(shape, place, 1), behind = node_after(shape, place, -1);
    int way = (int)number;
    if (number == 1)
        cube_step_move(step, cube_one_block(INPUT, 0), cube_one_block(OUTPUT, node),
                       CUBE_MOVE_COPY);
    if (number > last)
        return;
    uint32_t forward = node_after(shape, place, 1 - way),
             backward = node_after(shape, place, way - 1);
    cube_step_send(step, port_to(node, ahead), cube_one_block(OUTPUT, forward));
    cube_step_receive(step, port_to(node, behind),
                      cube_one_block(OUTPUT, node_after(shape, place, -way)));
    if (number == last)
        return;
    cube_step_send(step, port_to(node, behind), cube_one_block(OUTPUT, backward));
    cube_step_receive(step, port_to(node, ahead),
                      cube_one_block(OUTPUT, node_after(shape, place, way)));
}

static const struct cube_own_algorithm allgather_both_ways = {
    .version = CUBE_ALGORITHM_VERSION,
    .name = "allgather-both-ways",
    .operation = "allgather",
    .source = "docs/guide/algorithms.md",
    .ports = CUBE_ALL_PORT,
    .areas = 2,
    .blocks = blocks,
    .steps = steps,
    .packets = packets,
    .step = step,
};
CUBE_ALGORITHM(allgather_both_ways)
