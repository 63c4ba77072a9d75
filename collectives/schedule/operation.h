/* The definition of each collective operation, whatever the algorithm: which blocks a node has at
 * the beginning, and which ones it must have at the end. */
#ifndef COLLECTIVES_SCHEDULE_OPERATION_H
#define COLLECTIVES_SCHEDULE_OPERATION_H

#include "cube_catalogue.h"

#include "collectives/schedule/shape.h"
#include "formats/operations.h"

/* Return the content of a block; the second: any content (struct cube_content). */
static inline struct cube_content content_of(uint32_t rank, uint32_t block) {
    return (struct cube_content){rank, rank, block};
}

static inline struct cube_content content_any(void) {
    return (struct cube_content){1, 0, 0};
}

/* Which nodes have the input or an output, and how many blocks they have of it. */
enum owners { AT_ALL, AT_NONE, AT_ROOT, AT_OTHERS, AT_TARGET, AT_OTHER_TARGET, AFTER_FIRST };
enum extent { ONE_BLOCK, ALL_PARTS, A_BLOCK_PER_RANK, A_BLOCK_PER_DIMENSION };

struct operation_area {
    enum owners owners;
    enum extent extent;
};

/* What block b of the output holds at rank r. */
enum operation_content {
    OF_ROOT,    /* block b of the root */
    OF_EACH,    /* block 0 of rank b */
    ROOTS_OWN,  /* block r of the root */
    EACH_ONES,  /* block r of rank b */
    SUM,        /* blocks b of all ranks */
    SUM_UP_TO,  /* blocks b of ranks 0 .. r */
    SUM_BEFORE, /* blocks b of ranks 0 .. r - 1 */
    SUM_OF_OWN, /* blocks r of all ranks */
};

struct operation {
    uint32_t tag;      /* enum operation_tag: in the header of every piece */
    uint32_t outputs;  /* the outputs are areas 1 .. outputs */
    bool synchronizes; /* at the end each node must have heard of every other */
    bool combines;     /* it combines blocks by an operator */
    struct operation_area input, output;
    enum operation_content content;
    /* Replaces `content`: the required content of block `block` of output `area` of `node`. */
    struct cube_content (*postcondition)(const struct shape *shape, uint32_t node, uint32_t area,
                                         uint32_t block);
    /* A node's rank: the place of its contribution in the order of combining. Null: its number.
     * An operation on a mesh has it. */
    uint32_t (*rank)(const struct shape *shape, uint32_t node);
};

uint32_t operation_rank(const struct operation *operation, const struct shape *shape,
                        uint32_t node);

/* The blocks of the input or of an output at a node that takes part, if a message is divided into
 * `parts` blocks. */
uint32_t operation_blocks(const struct operation *operation, const struct shape *shape,
                          uint32_t node, uint32_t area, uint32_t parts);

/* The required content of block `block` of output `area` of a node at the end. */
struct cube_content operation_content(const struct operation *operation, const struct shape *shape,
                                      uint32_t node, uint32_t area, uint32_t block);

extern const struct operation broadcast_operation, mesh_broadcast_operation;
extern const struct operation reduction_operation, mesh_reduction_operation;
extern const struct operation allreduce_operation, mesh_allreduce_operation;
extern const struct operation scan_operation, mesh_scan_operation, exscan_operation;
extern const struct operation allgather_operation, mesh_allgather_operation;
extern const struct operation reduce_scatter_operation, mesh_reduce_scatter_operation;
extern const struct operation gather_operation, mesh_gather_operation;
extern const struct operation scatter_operation, mesh_scatter_operation;
extern const struct operation alltoall_operation, mesh_alltoall_operation;
extern const struct operation transfer_operation, mesh_transfer_operation;
extern const struct operation barrier_operation;

#endif
