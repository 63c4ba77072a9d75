/* A call whose plans are compared with the checker's view of its schedule: every packet on every
 * link that it passes, and the content of its blocks. */
#ifndef CHECK_PLANNED_H
#define CHECK_PLANNED_H

#include "collectives/check/contents.h"
#include "collectives/schedule/algorithm.h"
#include "tests/check/interpreter.h"

/* ---- The checker's view ---- */

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

/* ---- The call ---- */

struct planned {
    const struct algorithm *algorithm;
    struct shape shape; /* shape of the subcubes; it runs in all of them at once */
    uint32_t free;      /* their dimensions, as a set of those of the whole cube */
    uint32_t dimension; /* of the whole cube */
    uint64_t slots;     /* of a ring */
    size_t bytes;       /* of a block */
    size_t longer;      /* how many blocks, the first ones, have one element more */
    bool uneven;        /* whether it is a v form, with blocks of several sizes (planned_size) */
    size_t element;     /* bytes bytes of an element that is combined or divided */
    bool commutes;      /* the operator does */
    bool in_place;      /* the first output is where the input is */
    bool recorded;      /* the end of each step is recorded */
};

/* The bytes of input block `block` of a rank. */
size_t planned_size(const struct planned *call, uint32_t rank, uint32_t block);

/* The bytes of an area of a node of the whole cube: of the input, or of an output. */
size_t planned_bytes(const struct planned *call, uint32_t node, uint32_t area);

/* Interprets the plans of all nodes, plan[v] that of node v of the whole cube. Returns whether
 *   - interpret() finds nothing wrong with them;
 *   - every link has the packets that the checker has seen there, in their steps, with the content
 *     that it has seen;
 *   - each byte of each output has the required content at the end, and no plan writes the input;
 *   - each plan gives the step of its last arrival. If not, prints the error as a comment of TAP.
 */
bool planned_is_right(const struct planned *call, const struct sightings *seen,
                      struct plan *const plan[]);

#endif
