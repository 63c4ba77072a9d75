/* All-gather: the block of every node comes to every node. */
#ifndef COLLECTIVES_CUBE_ALLGATHER_H
#define COLLECTIVES_CUBE_ALLGATHER_H

#include "collectives/schedule/algorithm.h"

enum { ALLGATHER_AREAS = AREA_OUTPUT + 1 };

/* N (N - 1): every block crosses a link to each of the other nodes. */
uint64_t allgather_link_words(const struct shape *shape);

/* Adds to step 1 the copy of the node's own block to its place in the output. Adds nothing to other
 * steps. */
void allgather_own(uint32_t node, uint32_t number, struct step *step);

/* Step `number` of `steps` of an all-gather that translates a tree (translation.h), whose table is
 * shape->table. */
void allgather_translated(const struct shape *shape, uint32_t steps, uint32_t node, uint32_t number,
                          struct step *step);

extern const struct algorithm allgather_broadcasts; /* "allgather-broadcasts" */
extern const struct algorithm allgather_exchange;   /* "allgather-exchange" */
extern const struct algorithm allgather_ring;       /* "allgather-ring" */
extern const struct algorithm allgather_binomial;   /* "allgather-binomial" */
extern const struct algorithm allgather_classes;    /* "allgather-classes" */
extern const struct algorithm allgather_all_port;   /* "allgather-all-port" */

#endif
