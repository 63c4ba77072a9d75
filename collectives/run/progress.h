/* One node's part of one step, from its first send to its last arrival. */
#ifndef COLLECTIVES_RUN_PROGRESS_H
#define COLLECTIVES_RUN_PROGRESS_H

#include "collectives/run/workspace.h"
#include "collectives/schedule/schedule.h"

/* Carries out `step` (its ports are the cube's), number `number` of `schedule`, but for its moves:
 * publishes all sends as far as the rings take them, then goes on with whichever port can, until
 * every send, receive and relay is done. Packets go straight from and to the workspace. Returns 0,
 * -EPROTO or -EMSGSIZE (a packet that the schedule does not expect; the links' state is then
 * undefined). */
int progress_step(const struct schedule *schedule, struct workspace *workspace,
                  const struct step *step, uint32_t number);

/* The same without the short way for steps of one word (word_step.h). */
int progress_any(const struct schedule *schedule, struct workspace *workspace,
                 const struct step *step, uint32_t number);

#endif
