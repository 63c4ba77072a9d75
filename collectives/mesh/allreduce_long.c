/* All-reduce of long vectors on a ring or mesh with all ports: the vector is divided into a block
 * for each rank. After Grama et al., section 4.3: a reduce-scatter, then an all-gather.
 *
 * Cost for p nodes with l links each, with t_s a message's start-up, t_w a byte's time, m the bytes
 * of the vector:
 *     (t_s + t_w m / p) 2 ceil((p - 1) / l)
 *
 * Each of the p blocks takes 2 (p - 1) packets: p - 1 join all nodes before any node has the
 * result, and p - 1 take it to the others. So with l p links there are at least 2 (p - 1) / l
 * steps. Where that is an odd number, allreduce_edges.c takes one step less.
 */
#include "collectives/mesh/all_port.h"
#include "collectives/mesh/directions.h"
#include "collectives/mesh/prefix.h"
#include "collectives/mesh/tree.h"
#include "collectives/schedule/mesh.h"

static uint64_t long_packets(const struct shape *shape) {
    uint64_t nodes = mesh_nodes(shape);
    return 2 * nodes * (nodes - 1);
}

/* ---- "mesh-allreduce-long-all-port": "mesh-allgather-all-port" backwards, and then forwards ----
 *
 * All blocks are in the output.
 *
 * Example, a ring of 4. In steps 1 and 2 block 2 comes to position 2: from 0 to 1, then from 1 and
 * 3 to 2. In steps 3 and 4 it goes back to all by the same links.
 */
static uint32_t all_port_steps(const struct shape *shape) {
    return 2 * mesh_tree_steps(shape);
}

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

static const struct algorithm allgather_backwards = {
    .operation = &mesh_allreduce_operation,
    .dual_of = &mesh_allgather_all_port,
    .dual_run = mesh_run_in_output,
};

static void all_port_step(const struct shape *shape, uint32_t node, uint32_t number,
                          struct step *step) {
    mesh_long_step(&allgather_backwards, shape, node, number, step);
}

const struct algorithm mesh_allreduce_long_all_port = {
    .name = "mesh-allreduce-long-all-port",
    .operation = &mesh_allreduce_operation,
    .ports = PORTS_ALL,
    .varies = VARIES_SIDES,
    .source = "Grama et al., 4.3, by reduce-scatter and all-gather on all ports",
    .areas = AREA_OUTPUT + 1,
    .accumulators = 1u << AREA_OUTPUT,
    .applicable = mesh_fits,
    .blocks = mesh_blocks_per_rank,
    .steps = all_port_steps,
    .packets = long_packets,
    .bound = all_port_bound,
    .table_bytes = mesh_tree_bytes,
    .make_table = mesh_tree_make,
    .step = all_port_step,
};
