/* Prefix sums of k packets, pipelined through the dimensions. The exchanges of the slides
 * ("Prefix-Sum on a Hypercube", Grama et al., section 4.3; see scan.c), begun again in each step
 * with the next packet.
 *
 * Cost, with t_s a message's start-up, t_w a byte's time, m the bytes of the whole:
 *     scan-pipelined, exscan-pipelined      (t_s + t_w m / k)(k + n - 1)
 */
#include "collectives/cube/scan.h"
#include "collectives/schedule/cost.h"

enum {
    RESULT = AREA_OUTPUT,
    TOTAL,   /* of all nodes of the subcube so far */
    ARRIVED, /* the neighbour's total */
    SCAN_AREAS,
};

/* ---- "scan-pipelined", "exscan-pipelined": packet p crosses dimension d in step p + d ----
 *
 * Counted from 0. With one dimension after the other for each packet, in ascending order, each
 * packet is as right as in scan.c; and in each step each dimension has another packet.
 *
 * Example, n = 3, k = 4, the packet on each port:
 *     step      1    2    3    4    5    6
 *     port 0    0    1    2    3    -    -
 *     port 1    -    0    1    2    3    -
 *     port 2    -    -    0    1    2    3
 */
static uint32_t scan_blocks(const struct shape *shape, uint32_t node, uint32_t area) {
    (void)node;
    (void)area;
    return shape->packets;
}

/* There is nothing before node 0. */
static uint32_t exscan_blocks(const struct shape *shape, uint32_t node, uint32_t area) {
    return area == RESULT && node == 0 ? 0 : shape->packets;
}

static uint32_t pipelined_steps(const struct shape *shape) {
    return shape->dimension == 0 ? 0 : shape->packets + shape->dimension - 1;
}

static uint64_t pipelined_packets(const struct shape *shape) {
    return (uint64_t)shape->packets * shape->dimension * shape_nodes(shape);
}

/* Node N - 1 ends with something of each packet of node 0, n links away. So all k have left node 0,
 * at most n a step, n - 1 steps before the end. */
static uint32_t pipelined_bound(const struct shape *shape) {
    uint32_t n = shape->dimension;
    return n == 0 ? 0 : (shape->packets + n - 1) / n + n - 1;
}

/* An exclusive result begins with what arrives on the lowest dimension in which the node is the
 * upper one: whether that was before dimension d. */
static inline bool has_begun(uint32_t node, uint32_t d, bool inclusive) {
    return inclusive || (node & ((1u << d) - 1)) != 0;
}

/* Puts what arrived of packet p on dimension d in front of what an upper node has. */
static inline void put_in_front(struct step *step, uint32_t node, uint32_t d, uint32_t p,
                                bool inclusive) {
    struct block_set arrived = {ARRIVED, p, 0};
    step_move(step, arrived, (struct block_set){TOTAL, p, 0}, MOVE_LEFT);
    step_move(step, arrived, (struct block_set){RESULT, p, 0},
              has_begun(node, d, inclusive) ? MOVE_LEFT : MOVE_COPY);
}

/* Sends the total of packet p on dimension d, and takes the neighbour's. On the highest dimension
 * only results count. */
static inline void exchange(const struct shape *shape, uint32_t node, uint32_t d, uint32_t p,
                            bool inclusive, struct step *step) {
    bool upper = (node >> d) & 1;
    bool highest = d + 1 == shape->dimension;
    step_send(step, d, single_block(TOTAL, p));
    if (upper && highest && has_begun(node, d, inclusive))
        step_combine(step, d, single_block(RESULT, p), true);
    else if (upper && highest)
        step_receive(step, d, single_block(RESULT, p));
    else if (upper || highest)
        step_receive(step, d, single_block(ARRIVED, p));
    else
        step_combine(step, d, single_block(TOTAL, p), false);
}

static inline void pipelined_step(const struct shape *shape, uint32_t node, uint32_t number,
                                  bool inclusive, struct step *step) {
    step_clear(step);
    if (number > pipelined_steps(shape))
        return;
    for (uint32_t d = 0; d < shape->dimension; d++) {
        /* Unsigned: what has not begun is no packet either. */
        uint32_t p = number - 1 - d;
        uint32_t before = p - 1; /* the packet of the step before */
        if (before < shape->packets && d + 1 < shape->dimension && ((node >> d) & 1))
            put_in_front(step, node, d, before, inclusive);
        if (p < shape->packets)
            exchange(shape, node, d, p, inclusive, step);
    }
}

static void scan_step(const struct shape *shape, uint32_t node, uint32_t number,
                      struct step *step) {
    pipelined_step(shape, node, number, true, step);
}

static void exscan_step(const struct shape *shape, uint32_t node, uint32_t number,
                        struct step *step) {
    pipelined_step(shape, node, number, false, step);
}

const struct algorithm scan_pipelined = {
    .name = "scan-pipelined",
    .operation = &scan_operation,
    .ports = PORTS_ALL,
    .is_default = true,
    .ordered = true,
    .varies = VARIES_PACKETS,
    .source = "Grama et al., 4.3, prefix sums, pipelined",
    .areas = SCAN_AREAS,
    .accumulators = 1u << RESULT | 1u << TOTAL,
    .blocks = scan_blocks,
    .steps = pipelined_steps,
    .packets = pipelined_packets,
    .link_words = pipelined_packets,
    .bound = pipelined_bound,
    .open = true,
    .longer = longer_pipelined,
    .step = scan_step,
};

const struct algorithm exscan_pipelined = {
    .name = "exscan-pipelined",
    .operation = &exscan_operation,
    .ports = PORTS_ALL,
    .is_default = true,
    .ordered = true,
    .varies = VARIES_PACKETS,
    .source = "Grama et al., 4.3, prefix sums, pipelined",
    .areas = SCAN_AREAS,
    .accumulators = 1u << TOTAL,
    .blocks = exscan_blocks,
    .steps = pipelined_steps,
    .packets = pipelined_packets,
    .link_words = pipelined_packets,
    .bound = pipelined_bound,
    .open = true,
    .longer = longer_pipelined,
    .step = exscan_step,
};
