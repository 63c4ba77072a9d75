/* The moment when no node of any part is awake, and what all parts do then.
 *
 * A part says that it is idle when none of its nodes is awake. It counts each change. A doorbell is
 * on its way while it is rung and not taken. A watcher that reads that all parts are idle, then
 * that no doorbell is on its way, and then the same counts of idleness again, knows that there was
 * a moment, between the two times, when no node was awake and none was about to be woken: for a
 * part that takes a doorbell says first that it is not idle. So it stays so for ever.
 * docs/explain/theory.md has the whole argument, and tests/model has models of it.
 *
 * Part 0 then does what the last node of a machine of one part does (kernel/sleep.c), and has the
 * others do their share of it, stage by stage (kernel/parts/stage.h). Their watchers carry out each
 * stage, and part 0 prints what they have to say, so that it comes in the order of the nodes.
 */
#ifndef KERNEL_PARTS_AGREE_H
#define KERNEL_PARTS_AGREE_H

#include <stdbool.h>

#include "kernel/parts/stage.h"

struct node;

/* `wake` wakes a node of this part: sleep_ring (kernel/sleep.h), or turn_end_wait
 * (kernel/clock/turn.h) where nodes take turns. To be called first. */
void agree_start(void (*wake)(struct node *node));

/* Looks whether that moment has come, if this part is idle, and acts on it. Also ends the cube when
 * all programs have ended and some in failure, whether or not their nodes sleep. Returns whether it
 * has done a stage, which may have woken nodes of this part. For the watcher, or the node that
 * waits for the other parts (kernel/parts/phase.h).
 */
bool agree(bool idle);

/* Does a stage for all nodes of the cube. For part 0. */
stage_function agree_everywhere;

/* Whether part 0 wants something of this part, or all parts are idle and this is part 0. */
bool agree_has_order(void);

#endif
