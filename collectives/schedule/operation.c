#include "collectives/schedule/operation.h"

#include "collectives/schedule/mesh.h"

/* ---- The operations ----
 *
 * Those whose results depend on more than a rank and a root stand beside their algorithms. */

#define AREAS(before, after) .outputs = 1, .input = before, .output = after
/* clang-format off */
#define MESSAGE(owners) {owners, ALL_PARTS}
#define BLOCK(owners) {owners, ONE_BLOCK}
#define BLOCKS(owners) {owners, A_BLOCK_PER_RANK}

/* The members that an operation of the cube and one on a mesh have alike. */
#define BROADCAST      AREAS(MESSAGE(AT_ROOT), MESSAGE(AT_OTHERS)), .content = OF_ROOT
#define REDUCTION      AREAS(MESSAGE(AT_ALL), MESSAGE(AT_ROOT)), .combines = true, .content = SUM
#define ALLREDUCE      AREAS(MESSAGE(AT_ALL), MESSAGE(AT_ALL)), .combines = true, .content = SUM
#define SCAN           AREAS(MESSAGE(AT_ALL), MESSAGE(AT_ALL)), \
                       .combines = true, .content = SUM_UP_TO
#define EXSCAN         AREAS(MESSAGE(AT_ALL), MESSAGE(AFTER_FIRST)), \
                       .combines = true, .content = SUM_BEFORE
#define ALLGATHER      AREAS(BLOCK(AT_ALL), BLOCKS(AT_ALL)), .content = OF_EACH
#define REDUCE_SCATTER AREAS(BLOCKS(AT_ALL), BLOCK(AT_ALL)), .combines = true, .content = SUM_OF_OWN
#define GATHER         AREAS(BLOCK(AT_ALL), BLOCKS(AT_ROOT)), .content = OF_EACH
#define SCATTER        AREAS(BLOCKS(AT_ROOT), BLOCK(AT_ALL)), .content = ROOTS_OWN
#define ALLTOALL       AREAS(BLOCKS(AT_ALL), BLOCKS(AT_ALL)), .content = EACH_ONES
#define TRANSFER(end)  AREAS(MESSAGE(AT_ROOT), MESSAGE(end)), .content = OF_ROOT
#define ON_MESH        .rank = mesh_rank

const struct operation broadcast_operation = {.tag = OPERATION_BROADCAST, BROADCAST};
const struct operation reduction_operation = {.tag = OPERATION_REDUCTION, REDUCTION};
const struct operation allreduce_operation = {.tag = OPERATION_ALLREDUCE, ALLREDUCE};
const struct operation scan_operation = {.tag = OPERATION_SCAN, SCAN};
const struct operation exscan_operation = {.tag = OPERATION_EXSCAN, EXSCAN};
const struct operation allgather_operation = {.tag = OPERATION_ALLGATHER, ALLGATHER};
const struct operation reduce_scatter_operation = {.tag = OPERATION_REDUCE_SCATTER, REDUCE_SCATTER};
const struct operation gather_operation = {.tag = OPERATION_GATHER, GATHER};
const struct operation scatter_operation = {.tag = OPERATION_SCATTER, SCATTER};
const struct operation alltoall_operation = {.tag = OPERATION_ALLTOALL, ALLTOALL};
const struct operation transfer_operation = {.tag = OPERATION_TRANSFER, TRANSFER(AT_TARGET)};
const struct operation barrier_operation =
    {.tag = OPERATION_BARRIER, .synchronizes = true, .input = {.owners = AT_NONE}};

const struct operation mesh_broadcast_operation =
    {.tag = OPERATION_MESH_BROADCAST, BROADCAST, ON_MESH};
const struct operation mesh_reduction_operation =
    {.tag = OPERATION_MESH_REDUCTION, REDUCTION, ON_MESH};
const struct operation mesh_allreduce_operation =
    {.tag = OPERATION_MESH_ALLREDUCE, ALLREDUCE, ON_MESH};
const struct operation mesh_scan_operation = {.tag = OPERATION_MESH_SCAN, SCAN, ON_MESH};
const struct operation mesh_allgather_operation =
    {.tag = OPERATION_MESH_ALLGATHER, ALLGATHER, ON_MESH};
const struct operation mesh_reduce_scatter_operation =
    {.tag = OPERATION_MESH_REDUCE_SCATTER, REDUCE_SCATTER, ON_MESH};
const struct operation mesh_gather_operation = {.tag = OPERATION_MESH_GATHER, GATHER, ON_MESH};
const struct operation mesh_scatter_operation = {.tag = OPERATION_MESH_SCATTER, SCATTER, ON_MESH};
const struct operation mesh_alltoall_operation =
    {.tag = OPERATION_MESH_ALLTOALL, ALLTOALL, ON_MESH};
/* On a mesh the source sends no message to itself. */
const struct operation mesh_transfer_operation =
    {.tag = OPERATION_MESH_TRANSFER, TRANSFER(AT_OTHER_TARGET), ON_MESH};
/* clang-format on */

/* ---- What they mean ---- */

uint32_t operation_rank(const struct operation *operation, const struct shape *shape,
                        uint32_t node) {
    return operation->rank ? operation->rank(shape, node) : node;
}

static uint32_t ranks_of(const struct operation *operation, const struct shape *shape) {
    return operation->rank ? mesh_nodes(shape) : shape_nodes(shape);
}

static bool owns(enum owners owners, const struct shape *shape, uint32_t rank) {
    switch (owners) {
    case AT_NONE:
        return false;
    case AT_ROOT:
        return rank == shape->root;
    case AT_OTHERS:
        return rank != shape->root;
    case AT_TARGET:
        return rank == shape->target;
    case AT_OTHER_TARGET:
        return rank == shape->target && rank != shape->root;
    case AFTER_FIRST:
        return rank != 0;
    default:
        return true;
    }
}

uint32_t operation_blocks(const struct operation *operation, const struct shape *shape,
                          uint32_t node, uint32_t area, uint32_t parts) {
    struct operation_area wanted = area == 0 ? operation->input : operation->output;
    if (wanted.owners != AT_ALL &&
        !owns(wanted.owners, shape, operation_rank(operation, shape, node)))
        return 0;
    switch (wanted.extent) {
    case ALL_PARTS:
        return parts;
    case A_BLOCK_PER_RANK:
        return ranks_of(operation, shape);
    case A_BLOCK_PER_DIMENSION:
        return shape->dimension;
    default:
        return 1;
    }
}

struct cube_content operation_content(const struct operation *operation, const struct shape *shape,
                                      uint32_t node, uint32_t area, uint32_t block) {
    if (operation->postcondition)
        return operation->postcondition(shape, node, area, block);
    uint32_t rank = operation_rank(operation, shape, node);
    uint32_t last = ranks_of(operation, shape) - 1;
    switch (operation->content) {
    case OF_EACH:
        return content_of(block, 0);
    case ROOTS_OWN:
        return content_of(shape->root, rank);
    case EACH_ONES:
        return content_of(block, rank);
    case SUM:
        return (struct cube_content){0, last, block};
    case SUM_UP_TO:
        return (struct cube_content){0, rank, block};
    case SUM_BEFORE:
        return (struct cube_content){0, rank - 1, block};
    case SUM_OF_OWN:
        return (struct cube_content){0, last, rank};
    default:
        return content_of(shape->root, block);
    }
}
