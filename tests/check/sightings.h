/* Records the checker's view of a schedule: every packet on every link that it passes, and the
 * content of its blocks. */
#ifndef CHECK_SIGHTINGS_H
#define CHECK_SIGHTINGS_H

#include "collectives/check/contents.h"
#include "collectives/schedule/algorithm.h"

/* A packet on one of its links. */
struct sighting {
    uint32_t step;
    uint32_t from; /* the node that it leaves, and the port */
    uint32_t port;
    uint32_t blocks;
    size_t first; /* where its blocks begin in `contents` */
};

/* In the order of steps. */
struct sightings {
    struct sighting *sighting;
    size_t count;
    struct contents_parts *contents; /* no ranks: nothing is known of the block */
    size_t blocks;
};

/* Walks an algorithm, of 64 nodes at most, in a shape to which it is applicable and whose table is
 * not set (checker.h). Fills *seen, to be freed with sightings_end. Returns whether the schedule is
 * right; if not, prints the error as a comment of TAP. */
bool sightings_of(const struct algorithm *algorithm, const struct shape *shape,
                  struct sightings *seen);
void sightings_end(struct sightings *seen);

#endif
