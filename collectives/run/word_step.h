/* A step of at most one packet out and one in, each of one word: the whole work of many a step
 * where blocks are small, without the bookkeeping of other steps. */
#ifndef COLLECTIVES_RUN_WORD_STEP_H
#define COLLECTIVES_RUN_WORD_STEP_H

#include "collectives/run/workspace.h"
#include "collectives/schedule/schedule.h"

/* Whether `step` is such a step. */
bool word_step_is(const struct workspace *workspace, const struct step *step);

/* Carries it out, as progress_step; leaves to progress_any what is not as expected. */
int word_step(const struct schedule *schedule, struct workspace *workspace, const struct step *step,
              uint32_t number);

#endif
