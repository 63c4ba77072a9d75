/* Reduction of k packets: the broadcasts by n edge-disjoint spanning binomial trees backwards, with
 * their costs and, a packet, n combinations at the root.
 *
 * The trees have the root at their top and each node below it once, so each packet of a node is
 * combined into just one other's on its way up. The orders of the trees differ: for operators that
 * commute.
 *
 * Example, "reduce-pipelined", n = 3, root 0, packets a and b:
 *     step 1 (port 0)   a: 2->3 4->5 6->7    b: 1->0 3->2 5->4 7->6
 *     step 2 (port 2)   a: 5->1 7->3         b: 4->0 6->2
 *     step 3 (port 1)   a: 3->1              b: 2->0
 *     step 4 (port 0)   a: 1->0
 */
#include "collectives/cube/broadcast.h"
#include "collectives/cube/reduction.h"
#include "collectives/schedule/cost.h"

static uint64_t packets(const struct shape *shape) {
    return broadcast_pipelined.packets(shape);
}

/* Turned round, a faster reduction would be a faster broadcast. */
static uint32_t one_port_bound(const struct shape *shape) {
    return broadcast_pipelined.bound(shape);
}

static uint32_t all_port_bound(const struct shape *shape) {
    return broadcast_pipelined_all_port.bound(shape);
}

/* ---- "reduce-esbt", "reduce-esbt-all-port" ---- */

static bool esbt_admits(const struct shape *shape) {
    return broadcast_esbt.applicable(shape);
}

static uint32_t esbt_steps(const struct shape *shape) {
    return broadcast_esbt.steps(shape);
}

static void esbt_step(const struct shape *shape, uint32_t node, uint32_t number,
                      struct step *step) {
    dual_combining_step(&broadcast_esbt, reduction_place, shape, node, number, step);
}

static uint32_t esbt_all_port_steps(const struct shape *shape) {
    return broadcast_esbt_all_port.steps(shape);
}

static void esbt_all_port_step(const struct shape *shape, uint32_t node, uint32_t number,
                               struct step *step) {
    dual_combining_step(&broadcast_esbt_all_port, reduction_place, shape, node, number, step);
}

const struct algorithm reduction_esbt = {
    .name = "reduce-esbt",
    .operation = &reduction_operation,
    .ports = PORTS_SIMD,
    .varies = VARIES_ROOT | VARIES_PACKETS,
    .source = "Johnsson and Ho, spanning binomial trees",
    .areas = REDUCTION_AREAS,
    .accumulators = REDUCTION_ACCUMULATORS,
    .applicable = esbt_admits,
    .blocks = reduction_blocks,
    .steps = esbt_steps,
    .packets = packets,
    .link_words = packets,
    .bound = one_port_bound,
    .cost = cost_esbt,
    .cost_all_ports = cost_esbt_all_ports,
    .longer = longer_pipelined,
    .step = esbt_step,
};

const struct algorithm reduction_esbt_all_port = {
    .name = "reduce-esbt-all-port",
    .operation = &reduction_operation,
    .ports = PORTS_ALL,
    .varies = VARIES_ROOT | VARIES_PACKETS,
    .source = "Johnsson and Ho, spanning binomial trees",
    .areas = REDUCTION_AREAS,
    .accumulators = REDUCTION_ACCUMULATORS,
    .applicable = esbt_admits,
    .blocks = reduction_blocks,
    .steps = esbt_all_port_steps,
    .packets = packets,
    .link_words = packets,
    .bound = all_port_bound,
    .cost = cost_esbt_copies,
    .longer = longer_pipelined_copies,
    .step = esbt_all_port_step,
};

/* ---- "reduce-pipelined", "reduce-pipelined-all-port": at the bound ---- */

static void pipelined_step(const struct shape *shape, uint32_t node, uint32_t number,
                           struct step *step) {
    dual_combining_step(&broadcast_pipelined, reduction_place, shape, node, number, step);
}

static void pipelined_all_port_step(const struct shape *shape, uint32_t node, uint32_t number,
                                    struct step *step) {
    dual_combining_step(&broadcast_pipelined_all_port, reduction_place, shape, node, number, step);
}

const struct algorithm reduction_pipelined = {
    .name = "reduce-pipelined",
    .operation = &reduction_operation,
    .ports = PORTS_SIMD,
    .is_default = true,
    .varies = VARIES_ROOT | VARIES_PACKETS,
    .source = "binomial trees, the last packet doubled",
    .areas = REDUCTION_AREAS,
    .accumulators = REDUCTION_ACCUMULATORS,
    .blocks = reduction_blocks,
    .steps = one_port_bound,
    .packets = packets,
    .link_words = packets,
    .bound = one_port_bound,
    .cost = cost_pipelined,
    .cost_all_ports = cost_pipelined_all_ports,
    .longer = longer_pipelined,
    .step = pipelined_step,
};

const struct algorithm reduction_pipelined_all_port = {
    .name = "reduce-pipelined-all-port",
    .operation = &reduction_operation,
    .ports = PORTS_ALL,
    .is_default = true,
    .varies = VARIES_ROOT | VARIES_PACKETS,
    .source = "binomial trees, the last packets doubled",
    .areas = REDUCTION_AREAS,
    .accumulators = REDUCTION_ACCUMULATORS,
    .blocks = reduction_blocks,
    .steps = all_port_bound,
    .packets = packets,
    .link_words = packets,
    .bound = all_port_bound,
    .cost = cost_pipelined_copies,
    .longer = longer_pipelined_copies,
    .step = pipelined_all_port_step,
};
