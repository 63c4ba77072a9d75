/* Steps that a program's own algorithm describes (include/cube_algorithm.h).
 *
 * A struct step has room for one packet out and one in on each port. A description that asks for
 * more cannot be kept in it, so the step keeps the first fault instead. It does so in bits of
 * `combines` that no port has, and that are 0 in every other step. */
#ifndef COLLECTIVES_SCHEDULE_OWN_STEP_H
#define COLLECTIVES_SCHEDULE_OWN_STEP_H

#include "collectives/schedule/step.h"

enum fault_kind {
    FAULT_NONE,
    FAULT_NO_PORT, /* beyond the largest cube */
    FAULT_TWO_OUT, /* two packets leave on a port */
    FAULT_TWO_IN,  /* two packets arrive on a port */
    FAULT_MOVE,    /* a move to more or fewer blocks */
    FAULT_MOVES,   /* more moves than STEP_MOVES */
    FAULT_AREA,    /* an area beyond the last */
    FAULT_RUN,     /* more blocks than a run has */
};

struct step_fault {
    enum fault_kind kind;
    uint32_t port; /* of FAULT_TWO_OUT and FAULT_TWO_IN */
};

struct step_fault step_fault(const struct step *step);

/* Returns the members of shapes that a program's own algorithms have read since this was called
 * last, a set of enum shape_member. They read them by the calls of cube_algorithm.h alone. */
uint32_t shape_reads(void);

#endif
