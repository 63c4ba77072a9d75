/* Reduction of k packets: the broadcasts by n edge-disjoint spanning binomial trees backwards, with
 * their costs and with n combinations of each packet at the root.
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
#include "collectives/cube/broadcast.h"
#include "collectives/cube/reduction.h"
#include "collectives/refined/refined.h"

const struct algorithm reduction_esbt = {
    .name = "reduce-esbt",
    .operation = &reduction_operation,
    .ports = PORTS_SIMD,
    .varies = VARIES_ROOT | VARIES_PACKETS,
    .source = "Johnsson and Ho, spanning binomial trees",
    .areas = REDUCTION_AREAS,
    .accumulators = REDUCTION_ACCUMULATORS,
    .dual_of = &broadcast_esbt,
    .dual_run = reduction_run,
    .blocks = reduction_blocks,
};

const struct algorithm reduction_esbt_all_port = {
    .name = "reduce-esbt-all-port",
    .operation = &reduction_operation,
    .ports = PORTS_ALL,
    .varies = VARIES_ROOT | VARIES_PACKETS,
    .source = "Johnsson and Ho, spanning binomial trees",
    .areas = REDUCTION_AREAS,
    .accumulators = REDUCTION_ACCUMULATORS,
    .dual_of = &broadcast_esbt_all_port,
    .dual_run = reduction_run,
    .blocks = reduction_blocks,
};

const struct algorithm reduction_pipelined = {
    .name = "reduce-pipelined",
    .operation = &reduction_operation,
    .ports = PORTS_SIMD,
    .is_default = true,
    .varies = VARIES_ROOT | VARIES_PACKETS,
    .source = "binomial trees, the last packet doubled",
    .areas = REDUCTION_AREAS,
    .accumulators = REDUCTION_ACCUMULATORS,
    .dual_of = &broadcast_pipelined,
    .dual_run = reduction_run,
    .blocks = reduction_blocks,
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
    .dual_of = &broadcast_pipelined_all_port,
    .dual_run = reduction_run,
    .blocks = reduction_blocks,
};
