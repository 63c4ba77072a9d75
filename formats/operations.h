/* The collective operations. Each has a tag, which the header of a packet carries, and a name of at
 * most 16 characters, which appears in reports of deadlocks, in records and in the catalogue. This
 * is the only list of them. */
#ifndef FORMATS_OPERATIONS_H
#define FORMATS_OPERATIONS_H

#include <stdint.h>

#include "cube_abi.h"

#define OPERATIONS(ENTRY)                                                                          \
    ENTRY(OPERATION_BARRIER, "barrier")                                                            \
    ENTRY(OPERATION_ASPC, "aspc")                                                                  \
    ENTRY(OPERATION_ALLTOALL, "alltoall")                                                          \
    ENTRY(OPERATION_BROADCAST, "bcast")                                                            \
    ENTRY(OPERATION_REDUCTION, "reduce")                                                           \
    ENTRY(OPERATION_ALLREDUCE, "allreduce")                                                        \
    ENTRY(OPERATION_SCAN, "scan")                                                                  \
    ENTRY(OPERATION_EXSCAN, "exscan")                                                              \
    ENTRY(OPERATION_ALLGATHER, "allgather")                                                        \
    ENTRY(OPERATION_REDUCE_SCATTER, "reduce_scatter")                                              \
    ENTRY(OPERATION_GATHER, "gather")                                                              \
    ENTRY(OPERATION_SCATTER, "scatter")                                                            \
    ENTRY(OPERATION_TRANSFER, "transfer")                                                          \
    ENTRY(OPERATION_SHIFT, "shift")                                                                \
    ENTRY(OPERATION_GRAY_SHIFT, "gray-shift")                                                      \
    ENTRY(OPERATION_XOR, "xor")                                                                    \
    ENTRY(OPERATION_PERMUTATION, "permute")                                                        \
    ENTRY(OPERATION_PM2I, "pm2i")                                                                  \
    ENTRY(OPERATION_EXCHANGE_ALL, "exchange-all")                                                  \
    ENTRY(OPERATION_MESH_BROADCAST, "mesh-bcast")                                                  \
    ENTRY(OPERATION_MESH_REDUCTION, "mesh-reduce")                                                 \
    ENTRY(OPERATION_MESH_ALLREDUCE, "mesh-allreduce")                                              \
    ENTRY(OPERATION_MESH_SCAN, "mesh-scan")                                                        \
    ENTRY(OPERATION_MESH_ALLGATHER, "mesh-allgather")                                              \
    ENTRY(OPERATION_MESH_REDUCE_SCATTER, "mesh-reducescat")                                        \
    ENTRY(OPERATION_MESH_GATHER, "mesh-gather")                                                    \
    ENTRY(OPERATION_MESH_SCATTER, "mesh-scatter")                                                  \
    ENTRY(OPERATION_MESH_ALLTOALL, "mesh-alltoall")                                                \
    ENTRY(OPERATION_MESH_TRANSFER, "mesh-transfer")                                                \
    ENTRY(OPERATION_MESH_SHIFT, "mesh-shift")                                                      \
    ENTRY(OPERATION_MESH_FIVE_POINT, "mesh-five-point")                                            \
    ENTRY(OPERATION_MESH_NINE_POINT, "mesh-nine-point")

/* Numbers below these are net's own (net/link.h). */
enum operation_tag {
    OPERATION_BEFORE_FIRST = CUBE_COLLECTIVE_OPERATIONS - 1,
#define OPERATION_TAG(tag, name) tag,
    OPERATIONS(OPERATION_TAG)
#undef OPERATION_TAG
};

/* How many there are, and their names in the order of their tags. */
enum {
    OPERATION_COUNT = 0
#define OPERATION_ONE(tag, name) +1
    OPERATIONS(OPERATION_ONE)
#undef OPERATION_ONE
};
extern const char *const operation_names[OPERATION_COUNT];

/* The tag of all operations of programs' own (include/cube_algorithm.h). It is not one of the list,
 * for the catalogue has no algorithm for them. */
#define OPERATION_OWN ((uint32_t)CUBE_COLLECTIVE_OPERATIONS + OPERATION_COUNT)

/* Returns the name of the operation with this tag, a constant string, or null if no collective
 * operation has the tag. `tag` may be the operation of a header, and any number; only the tag in it
 * counts. */
const char *operation_name(uint32_t tag);

#endif
