/* Reduce-scatter on a ring or mesh, from neighbour to neighbour. After the slides "All-to-All
 * Broadcast and Reduction on a Ring", "... on a Mesh" to Grama et al., section 4.2.
 *
 * The cost is that of "mesh-allgather", and p - 1 combinations of a block on p nodes.
 */
#include "collectives/mesh/reduce_scatter.h"

#include "collectives/mesh/allgather.h"
#include "collectives/schedule/mesh.h"

/* ---- "mesh-reduce-scatter": "mesh-allgather" backwards ----
 *
 * The sum for position i begins at position i - 1. On its way it is combined with the blocks of i -
 * 2, i - 3, ..., i. It goes round the ring, so the order is not kept.
 */
static struct cube_content reduce_scatter_postcondition(const struct shape *shape, uint32_t node,
                                                        uint32_t area, uint32_t block) {
    (void)area;
    (void)block;
    return (struct cube_content){0, mesh_nodes(shape) - 1, mesh_rank(shape, node)};
}

const struct operation mesh_reduce_scatter_operation = {
    .tag = OPERATION_MESH_REDUCE_SCATTER,
    .outputs = 1,
    .combines = true,
    .postcondition = reduce_scatter_postcondition,
    .rank = mesh_rank,
};

uint32_t mesh_reduce_scatter_blocks(const struct shape *shape, uint32_t node, uint32_t area) {
    if (!mesh_has(shape, node))
        return 0;
    return area == AREA_OUTPUT ? 1 : mesh_nodes(shape);
}

struct run mesh_reduce_scatter_run(const struct shape *shape, uint32_t node, struct run run) {
    (void)shape;
    (void)node;
    run.area = run.area == AREA_INPUT ? AREA_OUTPUT : MESH_REDUCE_SCATTER_PARTIAL;
    return run;
}

const struct algorithm mesh_reduce_scatter = {
    .name = "mesh-reduce-scatter",
    .operation = &mesh_reduce_scatter_operation,
    .ports = PORTS_ONE,
    .is_default = true,
    .varies = VARIES_SIDES,
    .source = "Grama et al., 4.2, all-to-all reduction on a ring and a mesh",
    .areas = MESH_REDUCE_SCATTER_AREAS,
    .accumulators = 1u << MESH_REDUCE_SCATTER_PARTIAL,
    .open = true,
    .open_in = mesh_allgather_open_in,
    .dual_of = &mesh_allgather,
    .dual_run = mesh_reduce_scatter_run,
    .blocks = mesh_reduce_scatter_blocks,
};
