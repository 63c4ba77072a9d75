/* Asynchronous iteration: each node goes on with the newest numbers of its neighbours that have
 * arrived, and waits for none (Ozveren, section 4, after Bertsekas and Tsitsiklis). */
#ifndef COMPUTATIONS_GRID_ASYNCHRONOUS_H
#define COMPUTATIONS_GRID_ASYNCHRONOUS_H

#include <stdint.h>

#include "programs/computations/grid/grid.h"
#include "programs/computations/grid/poisson.h"

/* The fields of a solution on this node: *now has it, and *next is where the next iteration puts
 * it.
 */
struct fields {
    double *now, *next;
    const double *right; /* the right side (poisson.h) */
};

/* Exchanges the fields after an iteration: `next` becomes `now`. */
static inline void fields_turn(struct fields *fields) {
    double *done = fields->next;
    fields->next = fields->now;
    fields->now = done;
}

/* A node's progress. */
struct progress {
    uint64_t iterations;
    uint64_t communicating; /* time by its clock, waiting included */
};

/* Iterates, with five points, until this node's clock has reached `until`. After each iteration the
 * edges go to the neighbours, and edges that have arrived by this node's clock replace earlier
 * ones. A node waits only at the end, for edges sent before the others ended; these last edges are
 * then around *now. `work` is declared to the clock in each iteration (cube_work) as the cost of
 * the iteration. It must be more than the instructions of sending and receiving the edges, or nodes
 * may wait for each other.
 *
 * Every node calls it, all with the same `until`. The nodes need clocks (cube_timed). The edges
 * that a neighbour sends during one iteration of this node must fit in a link's ring (`cuberun
 * --links` prints its size), or it waits for room. Adds to *progress. Where programs die while
 * others go on (`cuberun --with-ft cube`), a node goes on with the last edge of a neighbour that
 * has died. */
void asynchronous_iterate(struct grid *grid, const struct stencil *stencil, struct fields *fields,
                          uint64_t work, uint64_t until, struct progress *progress);

#endif
