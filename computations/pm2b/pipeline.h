/* The pipeline of the offsets 2^b >= L: in each round packets of other slots move for each offset,
 * in the four steps of all-to-some personalized communication. */
#ifndef COMPUTATIONS_PM2B_PIPELINE_H
#define COMPUTATIONS_PM2B_PIPELINE_H

#include "computations/pm2b/work.h"

struct pipeline {
    struct work *work;
    char *elements; /* the L elements of the node, which become new ones */
    char *below;    /* for each j a packet that has come from i - 2^j, */
    char *above;    /* from i + 2^j, */
    char *between;  /* or is between its two links */
    char *result;   /* a packet */
    size_t (*slot_of)(const struct work *work, size_t place); /* the first slot of a packet */
};

/* A packet of another kind that a round takes along on the links to the neighbours on the ring,
 * while ASPC leaves them idle: in its second step that to i + 1, in its fourth that to i - 1. */
struct pipeline_extra {
    const void *up, *down;
    void *below, *above;
};

/* How many elements of memory it takes; and takes them. `slot_of` says which packet is number
 * `place` in the pipeline. */
size_t pipeline_room(const struct work *work);
struct pipeline pipeline_begin(struct work *work, char *elements,
                               size_t (*slot_of)(const struct work *work, size_t place));

/* How many rounds there are. In round r, from 0, packet p makes its iteration r - p. */
size_t pipeline_rounds(const struct work *work);

/* Carries one round out. `extra` may be null, and must be in a round that has no packet of an
 * offset of more than L, for that round has no second step. */
int pipeline_round(struct pipeline *pipeline, size_t round, const struct pipeline_extra *extra);

#endif
