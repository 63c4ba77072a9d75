/* What algorithms of the cube share: areas, counts, and parts of steps. */
#ifndef COLLECTIVES_CUBE_SHARED_H
#define COLLECTIVES_CUBE_SHARED_H

#include "collectives/schedule/library.h"

/* ---- Broadcast and reduction ---- */

/* The area in which a node has the message: the root in its input, every other node in its output.
 */
static inline uint32_t broadcast_area(const struct shape *shape, uint32_t node) {
    return node == shape->root ? AREA_INPUT : AREA_OUTPUT;
}

enum {
    REDUCTION_PARTIAL = AREA_OUTPUT + 1, /* the partial result of a node that is not the root */
    REDUCTION_AREAS,
};

/* The members of a reduction that is a broadcast without scratch backwards. */
#define REDUCTION_OF(broadcast)                                                                    \
    .operation = &reduction_operation, .areas = REDUCTION_AREAS,                                   \
    .accumulators = 1u << AREA_OUTPUT | 1u << REDUCTION_PARTIAL, .dual_of = &(broadcast)

/* ---- Prefix sums ---- */

enum {
    SCAN_RESULT = AREA_OUTPUT,
    SCAN_TOTAL,   /* of all nodes of the subcube that has been gone through so far */
    SCAN_ARRIVED, /* the neighbour's total */
    SCAN_AREAS,
};

/* What packet `packet` takes on dimension d, in an inclusive or an exclusive scan. Sends the total,
 * and receives the neighbour's; the second function adds what arrived so to what the node has. */
void scan_cross(const struct shape *shape, uint32_t node, uint32_t d, uint32_t packet,
                bool inclusive, struct step *step);
void scan_put_arrived(uint32_t node, uint32_t d, uint32_t packet, bool inclusive,
                      struct step *step);

/* ---- All-gather and reduce-scatter ---- */

/* N (N - 1): every block crosses a link to each of the other nodes. */
uint64_t allgather_link_words(const struct shape *shape);

/* Adds to step 1 the copy of the node's own block to its place in the output. Adds nothing to other
 * steps. */
void allgather_own(uint32_t node, uint32_t number, struct step *step);

/* Step `number` of `steps` of an all-gather that translates a tree (translation.h), whose table is
 * shape->table. */
void allgather_translated(const struct shape *shape, uint32_t node, uint32_t number, uint32_t steps,
                          struct step *step);

enum {
    REDUCE_SCATTER_PARTIAL = AREA_OUTPUT + 1, /* a node's partial results for each node */
    REDUCE_SCATTER_AREAS,
};

/* The members of a reduce-scatter that is an all-gather backwards. */
#define REDUCE_SCATTER_OF(allgather)                                                               \
    .operation = &reduce_scatter_operation, .areas = REDUCE_SCATTER_AREAS,                         \
    .accumulators = 1u << REDUCE_SCATTER_PARTIAL, .dual_of = &(allgather)

/* ---- Gather and scatter ---- */

enum {
    GATHER_UNDER_WAY = AREA_OUTPUT + 1, /* the blocks that pass a node which is not the root: those
                                           of 2^t nodes that differ only in dimensions below t */
    GATHER_AREAS,
};

/* ---- Total exchange ---- */

/* The sum of the distances between all nodes, which is n N / 2 from each of the N nodes. No
 * algorithm can move fewer words. */
uint64_t alltoall_link_words(const struct shape *shape);

/* Begins *step, which is step `number` of an exchange in n steps. In such an exchange each place of
 * the output always holds one block, so before the first step a node copies its input there.
 * Returns false for the step that only ends the exchange. */
bool alltoall_step_begins(const struct shape *shape, uint32_t number, struct step *step);

/* ---- All-to-some: element j of logical node i goes to logical nodes i + 2^j and i - 2^j ---- */

extern const struct operation aspc_operation;

/* The schedule tables phi (Hu, Definition 1) and varphi (Definition 2) of the n-cube, n =
 * `dimension` >= 1: the port on which location j of logical node i is sent in the plus half, and in
 * the minus half. 0 <= i < 2^n, 0 <= j < n. */
uint32_t aspc_phi(uint32_t dimension, uint32_t i, uint32_t j);
uint32_t aspc_varphi(uint32_t dimension, uint32_t i, uint32_t j);

#endif
