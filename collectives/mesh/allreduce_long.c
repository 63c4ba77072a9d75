/* All-reduce of long vectors on a ring or mesh: the vector is divided into a block for each rank.
 * After Grama et al., section 4.3: a reduce-scatter, then an all-gather.
 *
 * Cost (cost.h) for p nodes with l links each and the diameter D, with m the bytes of the vector:
 *     mesh-allreduce-long              t_s (2 D - 1) + 2 t_w m (p - 1) / p
 *     mesh-allreduce-long-all-port     (t_s + t_w m / p) 2 ceil((p - 1) / l)
 *
 * Each of the p blocks takes 2 (p - 1) packets: p - 1 join all nodes before any node has the
 * result, and p - 1 take it to the others. So with l p links there are at least 2 (p - 1) / l
 * steps. Where that is an odd number, allreduce_edges.c takes one step less.
 */
#include "collectives/mesh/allgather.h"
#include "collectives/mesh/directions.h"
#include "collectives/mesh/tree.h"
#include "collectives/schedule/mesh.h"

uint64_t mesh_words_there_and_back(const struct shape *shape) {
    uint64_t nodes = mesh_nodes(shape);
    return 2 * nodes * (nodes - 1);
}

/* ---- "mesh-allreduce-long": "mesh-allgather-pairs" backwards, and then forwards ----
 *
 * The last step backwards and the first one forwards are one: two neighbours exchange what they
 * have collected of both their blocks, and both have both results.
 *
 * Example, a ring of 8, position 2, the blocks that it sends (> forwards, < back). To step 4 it
 * sends what it has collected, and from step 5 on results:
 *     step     1        2        3        4        5        6        7
 *     blocks   6, 7 <   4, 5 >   0, 1 <   2, 3 >   2, 3 <   0, 1 >   4, 5 <
 */
static uint32_t pairs_steps(const struct shape *shape) {
    uint32_t diameter = mesh_diameter(shape);
    return diameter == 0 ? 0 : 2 * diameter - 1;
}

static const struct algorithm pairs_backwards = {
    .operation = &mesh_allreduce_operation,
    .dual_of = &mesh_allgather_pairs,
    .dual_in_place = true,
};

/* Exchanges what neighbours have collected of the two blocks that the first step of the all-gather
 * exchanges. They are the blocks of consecutive ranks. */
static void exchange_step(const struct shape *shape, uint32_t node, struct step *step) {
    struct step first;
    algorithm_step(&mesh_allgather_pairs, shape, node, 1, &first);
    if (first.sends == 0)
        return;
    uint32_t port = lowest_port(first.sends), own = first.send[port].first;
    struct run both = consecutive_blocks(AREA_OUTPUT, own & ~1u, 2);
    step_send(step, port, both);
    step_combine(step, port, both, false);
}

static void pairs_step(const struct shape *shape, uint32_t node, uint32_t number,
                       struct step *step) {
    uint32_t half = mesh_diameter(shape);
    if (number < half)
        dual_step(&pairs_backwards, shape, node, number, step);
    else if (number == half)
        exchange_step(shape, node, step);
    else
        algorithm_step(&mesh_allgather_pairs, shape, node, number - half + 1, step);
    step->moves = 0; /* every block is where it belongs already */
}

/* The blocks of the largest packet: two of those joined before the last axis that has links,
 * if that has pairs. The exchange has two. */
static uint32_t pairs_largest(const struct shape *shape) {
    struct shape without = mesh_without_ones(shape);
    uint32_t largest = mesh_allgather_largest(shape) * (mesh_side(&without, 0) > 2 ? 2 : 1);
    return largest > 2 ? largest : 2;
}

/* There are two bounds. Each of the p blocks takes 2 (p - 1) packets. The other bound: the first
 * blocks of the result that come to a node contain something of the farthest node, which takes a
 * step for each link; the other blocks come in the steps after that. */
static uint32_t pairs_bound(const struct shape *shape) {
    uint32_t nodes = mesh_nodes(shape);
    uint32_t largest = pairs_largest(shape);
    uint32_t words = (2 * (nodes - 1) + largest - 1) / largest;
    uint32_t way = (nodes - 1) / largest + mesh_diameter(shape);
    return words > way ? words : way;
}

const struct algorithm mesh_allreduce_long = {
    .name = "mesh-allreduce-long",
    .operation = &mesh_allreduce_operation,
    .ports = PORTS_ONE,
    .varies = VARIES_SIDES,
    .source = "Grama et al., 4.3, by reduce-scatter and all-gather",
    .accumulators = 1u << AREA_OUTPUT,
    .parts = mesh_nodes,
    .steps = pairs_steps,
    .link_words = mesh_words_there_and_back,
    .bound = pairs_bound,
    .step = pairs_step,
};

/* ---- "mesh-allreduce-long-all-port": "mesh-allgather-all-port" backwards, and then forwards ----
 *
 * Example, a ring of 4. In steps 1 and 2 block 2 comes to position 2: from 0 to 1, then from 1 and
 * 3 to 2. In steps 3 and 4 it goes back to all by the same links.
 */
FORMULA(uint32_t, all_port_steps, 2 * mesh_tree_steps(shape))

/* A second bound: p blocks have to leave a node on its l ports, and the last one then still has its
 * way to the farthest node. */
static uint32_t all_port_bound(const struct shape *shape) {
    uint32_t nodes = mesh_nodes(shape), links = mesh_links(shape);
    if (links == 0)
        return 0;
    uint32_t by_links = (2 * (nodes - 1) + links - 1) / links;
    uint32_t by_node = mesh_diameter(shape) - 1 + (nodes + links - 1) / links;
    return by_links > by_node ? by_links : by_node;
}

static const struct algorithm all_port_backwards = {
    .operation = &mesh_allreduce_operation,
    .dual_of = &mesh_allgather_all_port,
    .dual_in_place = true,
};

static void all_port_step(const struct shape *shape, uint32_t node, uint32_t number,
                          struct step *step) {
    uint32_t half = mesh_tree_steps(shape);
    if (number <= half)
        dual_step(&all_port_backwards, shape, node, number, step);
    else
        algorithm_step(&mesh_allgather_all_port, shape, node, number - half, step);
    step->moves = 0; /* every block is where it belongs already */
}

const struct algorithm mesh_allreduce_long_all_port = {
    .name = "mesh-allreduce-long-all-port",
    .operation = &mesh_allreduce_operation,
    .ports = PORTS_ALL,
    .varies = VARIES_SIDES,
    .source = "Grama et al., 4.3, by reduce-scatter and all-gather on all ports",
    .accumulators = 1u << AREA_OUTPUT,
    .parts = mesh_nodes,
    .steps = all_port_steps,
    .packets = mesh_words_there_and_back,
    .bound = all_port_bound,
    .table_bytes = mesh_tree_bytes,
    .make_table = mesh_tree_make,
    .step = all_port_step,
};
