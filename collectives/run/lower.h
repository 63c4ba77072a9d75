/* From a schedule to a plan: finds out, step by step, what this node does and where. */
#ifndef COLLECTIVES_RUN_LOWER_H
#define COLLECTIVES_RUN_LOWER_H

#include "collectives/run/plan.h"
#include "collectives/run/workspace.h"

/* A plan that is being written. Where its room is used up, what it has so far is done, and the rest
 * written in its place. */
struct lowering {
    struct plan *plan;
    struct workspace *workspace; /* as after the last step, but for its contents */
    uint32_t operation;          /* what the headers of the packets say of the call */
    bool relays_whole;           /* packets that are relayed are stored first */
    bool done_in_part;           /* the plan holds its last part alone */
    int error;                   /* of what has been done */
};

/* Begins a call whose `accumulators` (a set of areas) begin as copies of the input. */
void lower_begin(struct lowering *lowering, uint32_t accumulators);

/* Writes step `number`, its ports are the cube's, behind what the plan has. */
void lower_step(struct lowering *lowering, const struct step *step, uint32_t number);

/* Writes the end of the call: copies those blocks of an output from the input that it begins with
 * and into which nothing has been written. */
void lower_end(struct lowering *lowering);

#endif
