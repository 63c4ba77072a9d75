/* From the steps of an algorithm to a plan: finds this node's actions in each of them, and their
 * places in memory. */
#ifndef COLLECTIVES_RUN_LOWER_H
#define COLLECTIVES_RUN_LOWER_H

#include "collectives/run/plan.h"
#include "collectives/run/workspace.h"

/* A plan that is being written. When its memory is full, its actions are executed, and the rest
 * replaces them. */
struct lowering {
    struct plan *plan;
    struct workspace *workspace; /* where blocks lie after the steps that have been written */
    uint32_t operation;          /* the operation in the packets' headers */
    bool relays_whole;           /* packets that are relayed are stored first */
    bool done_in_part;           /* the plan holds only its last part */
    int error;                   /* 0, or the error of a part that has been done */
};

/* Begins a call in which the areas of the set `accumulators` begin as copies of the input. */
void lower_begin(struct lowering *lowering, uint32_t accumulators);

/* Appends step `number`, whose ports are the whole cube's, to the plan. */
void lower_step(struct lowering *lowering, const struct step *step, uint32_t number);

/* Writes the end of the call. Outputs that begin as copies of the input get those blocks into which
 * nothing has been written. */
void lower_end(struct lowering *lowering);

#endif
