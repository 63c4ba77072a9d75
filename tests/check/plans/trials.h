/* Calls that every node of a cube makes, to compare their plans with their schedules. */
#ifndef CHECK_PLANS_TRIALS_H
#define CHECK_PLANS_TRIALS_H

#include "cube.h"
#include "tests/check/planned.h"
#include "tests/host/host.h"

enum { MOST_NODES = 1 << 6 };

/* A call, and the plans of its nodes. */
struct trial {
    struct planned call;
    const struct cube_type *type;
    const struct cube_op *op; /* null: nothing is combined */
    bool divides;             /* the first blocks may have an element more than the others */
    const struct sightings *seen;
    struct plan *plan[MOST_NODES];
};

enum { MOST_TRIALS = 256 };

/* A list of calls, which every node makes. */
struct trials {
    struct trial trial[MOST_TRIALS];
    uint32_t count;
    struct sightings seen[MOST_TRIALS]; /* of the shapes of the trials */
    uint32_t shapes;
};

/* Makes all calls of the list on one host cube, with these options. Checks that every node hands
 * over one plan for each call, the same one when the call is repeated, and that the plans match the
 * schedule (planned_is_right). Empties the list. */
void trials_run(struct trials *list, const struct host_options *options);

/* An algorithm that is not in the catalogue (mixed.c). */
struct algorithm mixed_algorithm(void);

#endif
