/* All-reduce of several blocks: schedules that spread a long message over steps or links. After the
 * summary table of the slides to Grama et al., chapter 4 (reduce-scatter, then all-gather).
 *
 * Cost (cost.h), with m the bytes of the whole:
 *     allreduce-halving       2 n t_s + 2 t_w m (N - 1) / N
 *     allreduce-rotated       (t_s + t_w m / n) n
 *     allreduce-all-port      (t_s + t_w m / N) 2 ceil((N - 1) / n)
 */
#include "collectives/cube/shared.h"
#include "collectives/refined/refined.h"
#include "collectives/schedule/translation.h"

/* ---- "allreduce-halving": N blocks; a reduce-scatter by halving, an all-gather by doubling ----
 *
 * In step d + 1 neighbours on dimension d divide the run of blocks that both work on: the lower one
 * takes the first half, the upper one the last. Each sends the other's half, and combines what
 * arrives with its own. After n steps each node has one block of the result. The same steps
 * backwards, in which nothing is combined, bring all blocks to all nodes. What a node has collected
 * always comes from consecutive nodes, so the order is kept.
 *
 * Example, n = 3, node 5 = 101:
 *     step          1         2        3       4       5        6
 *     sends       0 1 2 3    6 7       4       5      4 5    4 5 6 7
 *     receives    4 5 6 7    4 5       5       4      6 7    0 1 2 3
 *     from node      4        7        1       1       7        4
 */
FORMULA(uint32_t, halving_steps, 2 * shape->dimension)

uint64_t words_there_and_back(const struct shape *shape) {
    uint64_t nodes = shape_nodes(shape);
    return 2 * (nodes - 1) * nodes;
}

/* Returns the half of the blocks that one of this node and its neighbour on dimension d takes: the
 * lower of the two nodes if `side` is 0, the upper one if it is 1. */
static struct run half(const struct shape *shape, uint32_t node, uint32_t d, uint32_t side) {
    uint32_t first = 0;
    for (uint32_t below = 0; below < d; below++)
        first += ((node >> below) & 1) * (shape_nodes(shape) >> (below + 1));
    uint32_t count = shape_nodes(shape) >> (d + 1);
    return consecutive_blocks(AREA_OUTPUT, first + side * count, count);
}

static void halving_step(const struct shape *shape, uint32_t node, uint32_t number,
                         struct step *step) {
    uint32_t n = shape->dimension;
    if (number > 2 * n)
        return;
    uint32_t port = number <= n ? number - 1 : 2 * n - number;
    uint32_t side = (node >> port) & 1;
    struct run own = half(shape, node, port, side);
    struct run other = half(shape, node, port, side ^ 1);
    if (number <= n) {
        step_send(step, port, other);
        step_combine(step, port, own, side);
    } else {
        step_send(step, port, own);
        step_receive(step, port, other);
    }
}

/* A packet has at most half of the blocks, so the result comes to a node in two steps or more. A
 * block that comes in the first of them is complete by then. That takes n steps, because the number
 * of nodes from which it is collected at most doubles in a step. */
FORMULA(uint32_t, halving_bound, shape->dimension == 0 ? 0 : shape->dimension + 1)

const struct algorithm allreduce_halving = {
    .name = "allreduce-halving",
    .operation = &allreduce_operation,
    .ports = PORTS_SIMD,
    .ordered = true,
    .source = "Grama et al., 4.3, long messages",
    .accumulators = 1u << AREA_OUTPUT,
    .parts = parts_per_node,
    .steps = halving_steps,
    .link_words = words_there_and_back,
    .bound = halving_bound,
    .longer = longer_twice_doubling,
    .step = halving_step,
};

/* ---- "allreduce-rotated": n blocks by n exchanges, each beginning with another dimension ----
 *
 * In step s, counted from 0, block c is exchanged on dimension (s + c) mod n. So all links are busy
 * in all steps. Only block 0 keeps the order of the operands.
 *
 * Example, n = 3, the block on each port:
 *     step      1    2    3
 *     port 0    0    2    1
 *     port 1    1    0    2
 *     port 2    2    1    0
 *
 * No fewer steps would do: some nodes are n links apart.
 */
FORMULA(uint32_t, rotated_parts, shape->dimension == 0 ? 1 : shape->dimension)
FORMULA(uint64_t, rotated_packets,
        (uint64_t)shape->dimension * shape->dimension * shape_nodes(shape))

static void rotated_step(const struct shape *shape, uint32_t node, uint32_t number,
                         struct step *step) {
    uint32_t n = shape->dimension;
    if (number > n)
        return;
    for (uint32_t port = 0; port < n; port++) {
        struct run block = single_block(AREA_OUTPUT, (port + n - (number - 1)) % n);
        step_send(step, port, block);
        step_combine(step, port, block, (node >> port) & 1);
    }
}

/* The longest chain is that of the first block, which every node sends in each of the n steps. */
static void rotated_longer(const struct shape *shape, UNUSED bool one_port, UNUSED uint32_t longer,
                           struct chain_cost *cost) {
    cost->longer = shape->dimension;
}

const struct algorithm allreduce_rotated = {
    .name = "allreduce-rotated",
    .operation = &allreduce_operation,
    .ports = PORTS_ALL,
    .is_default = true,
    .source = "Grama et al., 4.3, with all ports",
    .accumulators = 1u << AREA_OUTPUT,
    .parts = rotated_parts,
    .packets = rotated_packets,
    .longer = rotated_longer,
    .step = rotated_step,
};

/* ---- "allreduce-all-port": N blocks; the steps of "allgather-all-port" backwards, then forwards
 *
 * All nodes translate one tree to themselves (translation.h), so that node v is the root of the
 * tree of block v. Backwards, each arc brings what has been collected in the tree below its head to
 * its tail, which combines it. Forwards, each arc brings the result to its head. If an arc on
 * dimension d has head y, node v is its head in the tree of block v XOR y, and its tail in the tree
 * of block v XOR y XOR 2^d.
 *
 * Example, n = 3, node 0, the blocks that it sends:
 *     step       1    2    3    4    5    6
 *     port 0     7    3    1    0    2    6
 *     port 1     -    6    2    0    4    -
 *     port 2     -    5    4    0    1    -
 */
FORMULA(uint32_t, translated_steps, 2 * dense_tree_steps(shape))

/* Each of the N blocks takes 2 (N - 1) packets: N - 1 join all nodes before the first node has the
 * result, and each other node then needs one more. They share n N links. */
static uint32_t translated_bound(const struct shape *shape) {
    uint32_t n = shape->dimension;
    return n == 0 ? 0 : (2 * (shape_nodes(shape) - 1) + n - 1) / n;
}

static void translated_step(const struct shape *shape, uint32_t node, uint32_t number,
                            struct step *step) {
    uint32_t n = shape->dimension;
    uint32_t half_way = dense_tree_steps(shape);
    if (number > 2 * half_way)
        return;
    bool back = number <= half_way;
    uint32_t forward = back ? half_way + 1 - number : number - half_way;
    for (uint32_t port = 0; port < n; port++) {
        uint32_t head = translation_head(shape->table, n, forward, port);
        if (head == 0)
            continue;
        struct run as_head = single_block(AREA_OUTPUT, node ^ head);
        struct run as_tail = single_block(AREA_OUTPUT, node ^ head ^ 1u << port);
        if (back) {
            step_send(step, port, as_head);
            step_combine(step, port, as_tail, (node >> port) & 1);
        } else {
            step_send(step, port, as_tail);
            step_receive(step, port, as_head);
        }
    }
}

const struct algorithm allreduce_all_port = {
    .name = "allreduce-all-port",
    .operation = &allreduce_operation,
    .ports = PORTS_ALL,
    .source = "after Ozveren, 2.3, reduce-scatter and all-gather",
    .accumulators = 1u << AREA_OUTPUT,
    .parts = parts_per_node,
    .steps = translated_steps,
    .packets = words_there_and_back,
    .bound = translated_bound,
    .table_bytes = dense_tree_bytes,
    .make_table = dense_tree_make,
    .step = translated_step,
};
