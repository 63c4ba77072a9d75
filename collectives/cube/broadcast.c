/* Broadcast of a message as one packet. After the slides "One-to-All Broadcast on a Hypercube" to
 * Grama, Gupta, Karypis and Kumar, Introduction to Parallel Computing, section 4.1.
 *
 * Cost (cost.h), with m the bytes, N = 2^n:
 *     bcast-one-by-one        (t_s + t_w m) (N - 1)
 *     bcast-binomial          (t_s + t_w m) n
 */
#include "collectives/cube/shared.h"

/* Every broadcast takes at least n steps. With one port the number of nodes that have a packet at
 * most doubles in a step, and with all ports a packet goes only to neighbours in a step. */
FORMULA(uint32_t, broadcast_bound, shape->dimension)

/* ---- "bcast-one-by-one": the root sends to each node by itself, over its E-cube path ----
 *
 * In step s the root sends to node root XOR s. The packet passes the nodes whose address differs
 * from the root's in the lowest dimensions of s. It meets no other packet, because it is the only
 * one. This is the baseline that other broadcasts are compared with.
 *
 * Example, n = 3, root 0:
 *     step 1   0 -> 1           step 5   0 -> 1 -> 5
 *     step 2   0 -> 2           step 6   0 -> 2 -> 6
 *     step 3   0 -> 1 -> 3      step 7   0 -> 1 -> 3 -> 7
 *     step 4   0 -> 4
 */
static void one_by_one_step(const struct shape *shape, uint32_t node, uint32_t number,
                            struct step *step) {
    uint32_t z = node ^ shape->root;
    uint32_t left = number ^ z; /* the dimensions that the packet has still to cross */
    if (number > steps_of_others(shape) || (z & left) != 0 || (left != 0 && z > (left & -left)))
        return;
    struct run run = single_block(broadcast_area(shape, node), 0);
    if (z == 0) {
        step_send(step, lowest_port(left), run);
        return;
    }
    uint32_t port = highest_port(z);
    if (left == 0) {
        step_receive(step, port, run);
        return;
    }
    step_relay(step, port, lowest_port(left), run);
}

/* The root sends at most half of the packets on one port. The longest chain is that of the half
 * that has the packet for the farthest node. */
static struct chain_cost one_by_one_cost_all_ports(const struct shape *shape) {
    uint64_t half = shape_nodes(shape) / 2;
    return chain_of(half, half, shape->dimension);
}

const struct algorithm broadcast_one_by_one = {
    .name = "bcast-one-by-one",
    .operation = &broadcast_operation,
    .ports = PORTS_ONE,
    .relay = RELAY_PIECES,
    .varies = VARIES_ROOT,
    .source = "Grama et al., 4.1, naive broadcast",
    .steps = steps_of_others,
    .packets = packets_of_distances,
    .bound = broadcast_bound,
    .cost = cost_one_by_one,
    .cost_all_ports = one_by_one_cost_all_ports,
    .step = one_by_one_step,
};

/* ---- "bcast-binomial": in each step all nodes that have it send it on along one dimension ----
 *
 * The dimensions are n - 1, ..., 0. Let z = node XOR root, so that the root is at z = 0. Before the
 * step on dimension d those nodes have the packet whose z has zeros in the dimensions 0 .. d.
 *
 * Example, n = 3, root 0:
 *     step 1 (port 2)   0 -> 4
 *     step 2 (port 1)   0 -> 2   4 -> 6
 *     step 3 (port 0)   0 -> 1   2 -> 3   4 -> 5   6 -> 7
 * With root 5 every number is XORed with 5: 5 -> 1; 5 -> 7, 1 -> 3; ...
 *
 * A balanced binary tree whose leaves are the nodes, and whose inner vertices only switch, has the
 * same packets: a level of the tree is a dimension, and what an inner vertex hands from one half to
 * the other is what the lowest leaf of the one half sends to the lowest leaf of the other. The
 * program `tree` runs it with nodes as switches.
 */
static void binomial_step(const struct shape *shape, uint32_t node, uint32_t number,
                          struct step *step) {
    if (number > shape->dimension)
        return;
    uint32_t port = shape->dimension - number;
    uint32_t z = (node ^ shape->root) >> port;
    uint32_t below = (node ^ shape->root) & ((1u << port) - 1);
    if (below != 0)
        return;
    struct run run = single_block(broadcast_area(shape, node), 0);
    if (z & 1)
        step_receive(step, port, run);
    else
        step_send(step, port, run);
}

const struct algorithm broadcast_binomial = {
    .name = "bcast-binomial",
    .operation = &broadcast_operation,
    .ports = PORTS_SIMD,
    .varies = VARIES_ROOT,
    .source = "Grama et al., 4.1, one-to-all broadcast",
    .packets = packets_of_others,
    .step = binomial_step,
};
