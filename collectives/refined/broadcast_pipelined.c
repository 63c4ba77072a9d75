/* Broadcast of k packets by n edge-disjoint spanning binomial trees, and the reduction, which is
 * that backwards. After Johnsson and Ho, Optimum Broadcasting and Personalized Communication in
 * Hypercubes, in the form of the pattern page "ESBT broadcast", but with the trees corrected and
 * with a last packet that saves a step.
 *
 * Cost (cost.h), with m the bytes:
 *     bcast-esbt                  (t_s + t_w m / k) (k + n)
 *     bcast-esbt-all-port         (t_s + t_w m / k) (ceil(k / n) + n)
 *     bcast-pipelined             (t_s + t_w m / k) (k + n - 1)
 *     bcast-pipelined-all-port    (t_s + t_w m / k) (ceil(k / n) + n - 1)
 *     bcast-esbt-copies           (t_s + t_w m) (n + 1)
 *
 * The trees. Tree t has node 2^t below its root 0. Below node 2^t it has the binomial tree on the
 * dimensions t + 1, t + 2, ..., t (mod n), without the edge back to 0. (The page has XOR 2^k and a
 * rotation to the right, which would give all trees the same root. It should have XOR 2^(n-1) and
 * then a rotation to the left by k + 1.) In step s, counted from 0, all nodes use dimension s mod
 * n. Packet p leaves the root in step p on tree p mod n. Then it goes on through all dimensions,
 * one in each step. The last dimension that it crosses is that of its tree, in step p + n, from all
 * nodes that have this bit to those that do not.
 *
 * The last packet need not take a tree, because nothing follows it: all nodes that have it send it
 * on, including the root. From step k - 1 on the number of nodes that have it doubles in each step,
 * so it does not need step k - 1 + n. No algorithm is faster, because the last packet leaves the
 * root in step k - 1 at the earliest, and then the number of nodes that have it can at most double
 * in each step.
 *
 * With all ports there are n copies of this. Copy c is rotated by c dimensions, so in step s it
 * alone uses dimension s + c (mod n). It takes the packets c, c + n, c + 2 n, ...
 *
 * Example, "bcast-pipelined", n = 3, root 0, packets a and b:
 *     step 1 (port 0)   a: 0->1
 *     step 2 (port 1)   a: 1->3              b: 0->2
 *     step 3 (port 2)   a: 1->5 3->7         b: 0->4 2->6
 *     step 4 (port 0)   a: 3->2 5->4 7->6    b: 0->1 2->3 4->5 6->7
 * "bcast-esbt" sends b as it sends a, a step later: 0->2; 2->6; 2->3 6->7; 3->1 6->4 7->5. That
 * makes 5 steps.
 */
#include "collectives/cube/shared.h"
#include "collectives/refined/refined.h"

enum { NO_PACKET = UINT32_MAX };

/* The lowest n bits rotated to the right by r <= n, so that bit r becomes bit 0. */
static inline uint32_t rotate_right(uint32_t bits, uint32_t n, uint32_t r) {
    return ((bits >> r) | (bits << (n - r))) & ((1u << n) - 1);
}

/* One copy of the n trees. It has k packets of its own. `doubles` says that the last packet takes
 * no tree. */
struct trees {
    uint32_t n;
    uint32_t k;
    bool doubles;
};

/* The packet that node z, relative to the root, sends on `port` in step s, or NO_PACKET. Steps are
 * counted from 0, and `port` is the dimension that the copy uses in step s. */
static inline uint32_t packet_leaving(struct trees trees, uint32_t z, uint32_t port, uint32_t s) {
    uint32_t n = trees.n, k = trees.k;
    if (k == 0 || s >= k + n - (trees.doubles ? 1 : 0))
        return NO_PACKET;
    uint32_t bit = 1u << port;
    if (z & bit) { /* the packet that left the root n steps ago on this port; the root has it */
        uint32_t end = trees.doubles ? k - 1 : k;
        return z != bit && s >= n && s - n < end ? s - n : NO_PACKET;
    }
    /* The next dimension, cyclically, in which the node differs from the root is that of the tree
     * by which the packet came. It left the root when that dimension was last in use. If this node
     * is the root itself, the packet leaves it in this step. */
    uint32_t nearest = 1 + lowest_port(rotate_right(z, n, port + 1) | 1u << (n - 1));
    if (s + nearest < n)
        return NO_PACKET;
    uint32_t packet = s + nearest - n;
    if (packet < k)
        return packet;
    return trees.doubles ? k - 1 : NO_PACKET;
}

/* Adds the node's part on one port, which copy number `copy` of `copies` uses in this step. */
static inline void add_port(const struct shape *shape, uint32_t node, uint32_t number,
                            uint32_t port, uint32_t copy, uint32_t copies, bool doubles,
                            struct step *step) {
    struct trees trees = {
        .n = shape->dimension,
        .k = (shape->packets + copies - 1 - copy) / copies,
        .doubles = doubles,
    };
    uint32_t z = node ^ shape->root;
    uint32_t area = broadcast_area(shape, node);
    uint32_t leaving = packet_leaving(trees, z, port, number - 1);
    uint32_t arriving = packet_leaving(trees, z ^ 1u << port, port, number - 1);
    if (leaving != NO_PACKET)
        step_send(step, port, single_block(area, copy + leaving * copies));
    if (arriving != NO_PACKET)
        step_receive(step, port, single_block(area, copy + arriving * copies));
}

static inline void one_port_step(const struct shape *shape, uint32_t node, uint32_t number,
                                 bool doubles, struct step *step) {
    uint32_t n = shape->dimension;
    if (n > 0)
        add_port(shape, node, number, (number - 1) % n, 0, 1, doubles, step);
}

static inline void all_port_step(const struct shape *shape, uint32_t node, uint32_t number,
                                 bool doubles, struct step *step) {
    uint32_t n = shape->dimension;
    if (n == 0)
        return;
    uint32_t port = (number - 1) % n;
    for (uint32_t copy = 0; copy < n; copy++) {
        add_port(shape, node, number, port, copy, n, doubles, step);
        port = port + 1 == n ? 0 : port + 1;
    }
}

/* Every node but the root receives every packet once. */
FORMULA(uint64_t, packets, (shape_nodes(shape) - 1) * (uint64_t)shape->packets)
FORMULA(uint32_t, one_port_bound, steps_over_path(shape->packets, shape->dimension))

/* The node opposite the root receives nothing before step n, and from then on at most n packets in
 * a step. */
static uint32_t all_port_bound(const struct shape *shape) {
    uint32_t n = shape->dimension;
    return n == 0 ? 0 : (shape->packets + n - 1) / n + n - 1;
}

/* ---- "bcast-esbt", "bcast-esbt-all-port" ---- */

/* On a single link there is one tree, which ends below its root. */
FORMULA(bool, esbt_applicable, shape->dimension >= 2)
FORMULA(uint32_t, esbt_steps, one_port_bound(shape) + 1)
FORMULA(uint32_t, esbt_all_port_steps, all_port_bound(shape) + 1)

VARIANT_STEP(esbt_step, one_port_step, false)
VARIANT_STEP(esbt_all_port_step, all_port_step, false)

/* The members that those of k packets have, those that broadcast, and those whose trees are as in
 * the paper. */
#define PACKETS   .varies = VARIES_ROOT | VARIES_PACKETS
#define BROADCAST PACKETS, .operation = &broadcast_operation, .packets = packets
#define ESBT      .source = "Johnsson and Ho, spanning binomial trees"

const struct algorithm broadcast_esbt = {
    BROADCAST,
    ESBT,
    .name = "bcast-esbt",
    .ports = PORTS_SIMD,
    .applicable = esbt_applicable,
    .steps = esbt_steps,
    .bound = one_port_bound,
    .cost = cost_esbt,
    .cost_all_ports = cost_esbt_all_ports,
    .longer = longer_pipelined,
    .step = esbt_step,
};

const struct algorithm broadcast_esbt_all_port = {
    BROADCAST,
    ESBT,
    .name = "bcast-esbt-all-port",
    .ports = PORTS_ALL,
    .applicable = esbt_applicable,
    .steps = esbt_all_port_steps,
    .bound = all_port_bound,
    .cost = cost_esbt_copies,
    .longer = longer_pipelined_copies,
    .step = esbt_all_port_step,
};

/* ---- "bcast-esbt-copies": all of the message down each tree ----
 *
 * The paths by which the n trees lead from the root to any other node share no link, and no node
 * between. So fewer than n dead links or nodes on the way leave a copy to each node, and no node
 * has to know which they are: one to which nothing comes in a step has nothing to send on of that
 * copy. At the end each takes what has come. Among living links all copies are the same.
 *
 * In block t of area COPIES a node keeps what has come down tree t.
 *
 * Example, n = 2, root 0:
 *     step 1   0->1 0->2
 *     step 2   1->3 2->3
 *     step 3   3->2 3->1    (each for the second time, by the other tree)
 */
enum { COPIES = AREA_OUTPUT + 1, COPIES_AREAS };

BLOCKS_FORMULA(copies_scratch, node == shape->root ? 0 : shape->dimension)
FORMULA(uint32_t, copies_steps, shape->dimension + 1)
FORMULA(uint64_t, copies_packets, packets_of_others(shape) * shape->dimension)
FORMULA(uint32_t, copies_bound, shape->dimension)

/* With n packets, each of the n copies of the trees has one, and so has one tree. */
static void copies_step(const struct shape *shape, uint32_t node, uint32_t number,
                        struct step *step) {
    struct shape a_packet_each = *shape;
    a_packet_each.packets = shape->dimension;
    all_port_step(&a_packet_each, node, number, false, step);
    for (uint32_t ports = step->sends; ports != 0; ports &= ports - 1) {
        struct run *run = &step->send[lowest_port(ports)];
        *run = node == shape->root ? single_block(AREA_INPUT, 0) : single_block(COPIES, run->first);
    }
    for (uint32_t ports = step->receives; ports != 0; ports &= ports - 1)
        step->receive[lowest_port(ports)].area = COPIES;
    for (uint32_t t = 0; number > copies_steps(shape) && t < copies_scratch(shape, node, COPIES);
         t++)
        step_copy(step, COPIES, t, AREA_OUTPUT, 0);
}

const struct algorithm broadcast_esbt_copies = {
    .name = "bcast-esbt-copies",
    .operation = &broadcast_operation,
    .ports = PORTS_ALL,
    .varies = VARIES_ROOT,
    .source = "Johnsson and Ho, a copy down each tree",
    .areas = COPIES_AREAS,
    .applicable = esbt_applicable,
    .scratch = copies_scratch,
    .steps = copies_steps,
    .packets = copies_packets,
    .bound = copies_bound,
    .step = copies_step,
};

/* ---- "bcast-pipelined", "bcast-pipelined-all-port": at the bound ---- */

VARIANT_STEP(pipelined_step, one_port_step, true)
VARIANT_STEP(pipelined_all_port_step, all_port_step, true)

const struct algorithm broadcast_pipelined = {
    BROADCAST,
    .name = "bcast-pipelined",
    .ports = PORTS_SIMD,
    .is_default = true,
    .source = "binomial trees, the last packet doubled",
    .steps = one_port_bound,
    .cost = cost_pipelined,
    .cost_all_ports = cost_pipelined_all_ports,
    .longer = longer_pipelined,
    .step = pipelined_step,
};

const struct algorithm broadcast_pipelined_all_port = {
    BROADCAST,
    .name = "bcast-pipelined-all-port",
    .ports = PORTS_ALL,
    .is_default = true,
    .source = "binomial trees, the last packets doubled",
    .steps = all_port_bound,
    .cost = cost_pipelined_copies,
    .longer = longer_pipelined_copies,
    .step = pipelined_all_port_step,
};

/* ---- Reductions: the same backwards ----
 *
 * Each tree has the root at its top and each other node once below it, so on its way up each packet
 * of a node is combined into the packet of one other node. The trees combine in different orders,
 * so the operator must commute. A faster reduction, run backwards, would be a faster broadcast, so
 * the bounds are those of the broadcasts.
 *
 * Example, "reduce-pipelined", n = 3, root 0, packets a and b:
 *     step 1 (port 0)   a: 2->3 4->5 6->7    b: 1->0 3->2 5->4 7->6
 *     step 2 (port 2)   a: 5->1 7->3         b: 4->0 6->2
 *     step 3 (port 1)   a: 3->1              b: 2->0
 *     step 4 (port 0)   a: 1->0
 */
const struct algorithm reduction_esbt = {
    REDUCTION_OF(broadcast_esbt), PACKETS, ESBT, .name = "reduce-esbt", .ports = PORTS_SIMD,
};

const struct algorithm reduction_esbt_all_port = {
    REDUCTION_OF(broadcast_esbt_all_port),
    PACKETS,
    ESBT,
    .name = "reduce-esbt-all-port",
    .ports = PORTS_ALL,
};

const struct algorithm reduction_pipelined = {
    REDUCTION_OF(broadcast_pipelined),
    PACKETS,
    .name = "reduce-pipelined",
    .ports = PORTS_SIMD,
    .is_default = true,
    .source = "binomial trees, the last packet doubled",
};

const struct algorithm reduction_pipelined_all_port = {
    REDUCTION_OF(broadcast_pipelined_all_port),
    PACKETS,
    .name = "reduce-pipelined-all-port",
    .ports = PORTS_ALL,
    .is_default = true,
    .source = "binomial trees, the last packets doubled",
};
