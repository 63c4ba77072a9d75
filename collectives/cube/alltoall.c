/* Total exchange: three schedules. After the slides "All-to-All Personalized Communication on a
 * Hypercube" and "... : Optimal Algorithm" to Grama, Gupta, Karypis and Kumar, Introduction to
 * Parallel Computing, section 4.5.
 *
 * Cost (cost.h), with m the bytes of a block:
 *     alltoall-ecube          (t_s + t_w m) n N / 2, for in step j packets pass as many links as j
 *                             has ones
 *     alltoall-ecube-pieces   (t_s + t_w m)(N - 1) + t_h n N / 2
 *     alltoall-exchange       (t_s + t_w m N / 2) n
 */
#include "collectives/cube/shared.h"

enum {
    BLOCKS = AREA_INPUT,
    OUT,
    /* "alltoall-ecube" */
    RELAYED = 2, /* a block for each port: the packet that passes through this node on it */
    ECUBE_AREAS,
};

uint64_t alltoall_link_words(const struct shape *shape) {
    return packets_of_distances(shape) * shape_nodes(shape);
}

/* ---- "alltoall-ecube": N - 1 steps, in step j node i exchanges with node i XOR j ----
 *
 * Each block travels the E-cube path: it crosses the dimensions of j in ascending order. If d is
 * one of them, port d of a node carries the block of the node whose address differs from its own in
 * those dimensions of j that are below d. So every port of j carries one packet in each direction,
 * and no other port carries any: there is no contention.
 *
 * A node sends its own block on the lowest dimension of j, and receives one for itself on the
 * highest. What arrives on any other dimension of j leaves on the next higher one.
 *
 * Example, n = 3, step j = 5 = 2^0 + 2^2 (physical nodes):
 *     node       0    1    2    3    4    5    6    7
 *     port 0:  0->1 1->0 2->3 3->2 4->5 5->4 6->7 7->6    each its own block
 *     port 2:  0->4 1->5 2->6 3->7 4->0 5->1 6->2 7->3    what arrived on port 0
 *     has of     5    4    7    6    1    0    3    2      = node XOR 5
 *
 * No fewer steps would do: with one port a node sends one of its N - 1 blocks in a step.
 */
BLOCKS_FORMULA(ecube_scratch, shape->dimension)

static void ecube_step(const struct shape *shape, uint32_t node, uint32_t number,
                       struct step *step) {
    if (number > steps_of_others(shape)) {
        step_copy(step, BLOCKS, node, OUT, node);
        return;
    }
    uint32_t partner = node ^ number;
    uint32_t port = lowest_port(number);
    step_send(step, port, single_block(BLOCKS, partner));
    for (uint32_t above = number & (number - 1); above != 0; above &= above - 1) {
        step_relay(step, port, lowest_port(above), single_block(RELAYED, port));
        port = lowest_port(above);
    }
    step_receive(step, port, single_block(OUT, partner));
}

/* Every link of a packet's path costs a start-up, and in all steps together the paths have as many
 * links as the distances to all nodes add up to. */
static struct chain_cost ecube_whole_cost(const struct shape *shape) {
    uint64_t distances = packets_of_distances(shape);
    return chain_of(distances, distances, distances);
}

const struct algorithm alltoall_ecube = {
    .name = "alltoall-ecube",
    .operation = &alltoall_operation,
    .ports = PORTS_ONE,
    .is_default = true,
    .relay = RELAY_WHOLE,
    .source = "Grama et al., 4.5.3, optimal algorithm",
    .areas = ECUBE_AREAS,
    .scratch = ecube_scratch,
    .steps = steps_of_others,
    .packets = alltoall_link_words,
    .cost = ecube_whole_cost,
    .step = ecube_step,
};

/* ---- "alltoall-ecube-pieces": the steps of "alltoall-ecube", where pieces follow each other ----
 */

static struct chain_cost ecube_pieces_cost(const struct shape *shape) {
    uint64_t others = shape_nodes(shape) - 1;
    return chain_of(others, others, packets_of_distances(shape));
}

const struct algorithm alltoall_pieces = {
    .name = "alltoall-ecube-pieces",
    .operation = &alltoall_operation,
    .ports = PORTS_ONE,
    .relay = RELAY_PIECES,
    .source = "Grama et al., 4.5.3, cut-through",
    .steps = steps_of_others,
    .packets = alltoall_link_words,
    .cost = ecube_pieces_cost,
    .step = ecube_step,
};

/* ---- "alltoall-exchange": n steps, each of N / 2 blocks ----
 *
 * In step d + 1 neighbours on dimension d exchange the blocks whose destination lies on the other's
 * side. Place x of OUT always holds one block. Before that step it comes from the node whose
 * dimensions below d are those of x, and it goes to the node whose dimensions from d on are those
 * of x; the other dimensions of both nodes are this node's. So the blocks at the places where x_d
 * is unlike this node's go out, and the blocks that arrive take the same places. These places are N
 * / 2^(d + 1) runs of 2^d consecutive ones. The number of words is the sum of all distances, which
 * is the least possible.
 *
 * Example, n = 2, node 1; blocks as source>destination:
 *     place            0    1    2    3
 *     at first        1>0  1>1  1>2  1>3
 *     step 1 sends    1>0       1>2           to node 0, for nodes with bit 0 clear
 *     then has        0>1  1>1  0>3  1>3
 *     step 2 sends              0>3  1>3      to node 3
 *     then has        0>1  1>1  2>1  3>1
 *
 * No fewer steps would do: with one port the nodes heard of at most double in a step.
 */

/* Returns the places of OUT whose blocks an exchange on dimension d moves. */
static struct block_set far_side(const struct shape *shape, uint32_t node, uint32_t d) {
    uint32_t bit = 1u << d;
    return (struct block_set){OUT, ~node & bit, (shape_nodes(shape) - 1) & ~bit};
}

bool alltoall_step_begins(const struct shape *shape, uint32_t number, struct step *step) {
    uint32_t nodes = shape_nodes(shape);
    if (number == 1)
        step_move(step, (struct block_set){BLOCKS, 0, nodes - 1},
                  (struct block_set){OUT, 0, nodes - 1}, MOVE_COPY);
    return number <= shape->dimension;
}

static void exchange_step(const struct shape *shape, uint32_t node, uint32_t number,
                          struct step *step) {
    if (!alltoall_step_begins(shape, number, step))
        return;
    uint32_t d = number - 1;
    struct run places = run_of_set(far_side(shape, node, d));
    step_send(step, d, places);
    step_receive(step, d, places);
}

const struct algorithm alltoall_exchange = {
    .name = "alltoall-exchange",
    .operation = &alltoall_operation,
    .ports = PORTS_SIMD,
    .is_default = true,
    .source = "Grama et al., 4.5.3, log p steps",
    .link_words = alltoall_link_words,
    .step = exchange_step,
};
