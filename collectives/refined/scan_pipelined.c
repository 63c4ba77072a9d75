/* Prefix sums of k packets, pipelined through the dimensions. In each step the next packet begins
 * the exchanges of the slides ("Prefix-Sum on a Hypercube", Grama et al., section 4.3; see scan.c).
 *
 * Cost (cost.h), with m the bytes of the whole:
 *     scan-pipelined, exscan-pipelined      (t_s + t_w m / k)(k + n - 1)
 */
#include "collectives/cube/shared.h"
#include "collectives/refined/refined.h"

/* ---- "scan-pipelined", "exscan-pipelined": packet p crosses dimension d in step p + d ----
 *
 * Packets and steps are counted from 0. Each packet crosses one dimension after the other in
 * ascending order, as in scan.c, and in each step each dimension has another packet.
 *
 * Example, n = 3, k = 4, the packet on each port:
 *     step      1    2    3    4    5    6
 *     port 0    0    1    2    3    -    -
 *     port 1    -    0    1    2    3    -
 *     port 2    -    -    0    1    2    3
 */
FORMULA(uint32_t, pipelined_steps, steps_over_path(shape->packets, shape->dimension))
FORMULA(uint64_t, pipelined_packets,
        (uint64_t)shape->packets * shape->dimension * shape_nodes(shape))

/* There are two bounds. Node N - 1 needs each packet of node 0, which is n links away. So all k
 * packets have left node 0, at most n in a step, n - 1 steps before the end. The other bound is k:
 * on dimension 0 each link upwards is crossed by each packet (scan_odd_even.c).
 *
 * For k = n > 1 both are n, but together they are n + 1. In n steps node N - 1 would get the
 * packets of node 0 in the last one, each on another port, and so one from node N - 2. There is
 * nothing but node 0's in it, because node 1 is n links from node N - 2. So it is not among those
 * for which dimension 0 needs all links upwards in n steps. */
uint32_t scan_bound(const struct shape *shape) {
    uint32_t n = shape->dimension, k = shape->packets;
    uint32_t way = n == 0 ? 0 : (k + n - 1) / n + n - 1;
    if (k == n && n > 1)
        return n + 1;
    return n > 0 && k > way ? k : way;
}

bool scan_open_in(const struct shape *shape) {
    uint32_t n = shape->dimension, k = shape->packets;
    uint32_t least = n + (k - 1) / 2 + (k + 2 == 2 * n); /* by odd nodes and even ones, or k */
    return n > 1 && scan_bound(shape) < (k > least ? k : least);
}

static void pipelined_step(const struct shape *shape, uint32_t node, uint32_t number,
                           bool inclusive, struct step *step) {
    if (number > pipelined_steps(shape))
        return;
    for (uint32_t d = 0; d < shape->dimension; d++) {
        uint32_t p = number - 1 - d; /* if it is negative, it is more than there are packets */
        uint32_t before = p - 1;     /* the packet of the step before */
        if (before < shape->packets && d + 1 < shape->dimension && ((node >> d) & 1))
            scan_put_arrived(node, d, before, inclusive, step);
        if (p < shape->packets)
            scan_cross(shape, node, d, p, inclusive, step);
    }
}

VARIANT_STEP(scan_step, pipelined_step, true)
VARIANT_STEP(exscan_step, pipelined_step, false)

/* The members that both have. */
#define PIPELINED                                                                                  \
    .ports = PORTS_ALL, .is_default = true, .ordered = true, .varies = VARIES_PACKETS,             \
    .source = "Grama et al., 4.3, prefix sums, pipelined", .areas = SCAN_AREAS,                    \
    .steps = pipelined_steps, .packets = pipelined_packets, .bound = scan_bound,                   \
    .open_in = scan_open_in, .longer = longer_pipelined

const struct algorithm scan_pipelined = {
    PIPELINED,
    .name = "scan-pipelined",
    .operation = &scan_operation,
    .accumulators = 1u << SCAN_RESULT | 1u << SCAN_TOTAL,
    .step = scan_step,
};

const struct algorithm exscan_pipelined = {
    PIPELINED,
    .name = "exscan-pipelined",
    .operation = &exscan_operation,
    .accumulators = 1u << SCAN_TOTAL,
    .step = exscan_step,
};
