/* The pipeline of the offsets 2^b >= L: in each round packets of other slots move for each offset,
 * in the four steps of all-to-some personalized communication. */
#ifndef COMPUTATIONS_PM2B_PIPELINE_H
#define COMPUTATIONS_PM2B_PIPELINE_H

#include "programs/computations/pm2b/work.h"

struct pipeline {
    struct work *work;
    char *elements; /* the L elements of the node */
    char *below;    /* for each j the packet that has come from i - 2^j */
    char *above;    /* for each j the packet that has come from i + 2^j */
    char *between;  /* for each j a packet that has crossed the first of its two links */
    char *result;   /* the new values of a packet */
    size_t (*slot_of)(const struct work *work, size_t place); /* the first slot of a packet */
};

/* Packets that a round takes along for another purpose, one to each neighbour on the ring. ASPC
 * leaves the link to i + 1 idle in its second step, and the link to i - 1 in its fourth. */
struct pipeline_extra {
    const void *up, *down;
    void *below, *above;
};

/* The memory of a pipeline, in elements. */
size_t pipeline_room(const struct work *work);

/* Takes this memory for a pipeline of the elements. `slot_of` returns the first slot of the packet
 * that is number `place` in the pipeline. */
struct pipeline pipeline_begin(struct work *work, char *elements,
                               size_t (*slot_of)(const struct work *work, size_t place));

/* Returns how many rounds there are. In round r = 0, 1, ... packet number p has its iteration r -
 * p. */
size_t pipeline_rounds(const struct work *work);

/* Carries one round out, with the extra packets if `extra` is not null. A round in which all
 * packets have offset L has no second step, so it must have no extra packets. */
void pipeline_round(struct pipeline *pipeline, size_t round, const struct pipeline_extra *extra);

#endif
