/* Finding the moment when no node of any part is awake, and ending the cube then.
 *
 * A part is idle when none of its nodes is awake, and counts each change. A doorbell is in transit
 * while it is rung and not taken. Suppose that a watcher reads that all parts are idle, then that
 * no doorbell is in transit, and then the same counts of idleness. Then there was a moment in
 * between when no node was awake or about to be woken: a part that takes a doorbell first says that
 * it is not idle. This state is final. docs/explain/theory.md has the whole argument, and
 * tests/model has models of it.
 *
 * Part 0 then acts as the last node of a single machine (kernel/sleep.c), and the others do their
 * share, stage by stage (kernel/parts/stage.h). Their watchers do each stage, and part 0 prints the
 * results, in the order of the nodes. */
#ifndef KERNEL_PARTS_AGREE_H
#define KERNEL_PARTS_AGREE_H

#include <stdbool.h>

#include "kernel/parts/stage.h"

struct node;

/* Called first. `wake` wakes a node of this part: sleep_ring (kernel/sleep.h), or turn_end_wait
 * (kernel/clock/turn.h) where nodes take turns. */
void agree_start(void (*wake)(struct node *node));

/* Looks whether that moment has come, if this part is idle, and acts on it. Also ends the cube when
 * all programs have ended and some in failure, whether or not their nodes sleep. Returns whether it
 * has done a stage, which may have woken nodes of this part. Called by the watcher, or by the node
 * that waits for the other parts (kernel/parts/phase.h). */
bool agree(bool idle);

/* Does a stage for all nodes of the cube. For part 0. */
stage_function agree_everywhere;

/* Whether part 0 wants a stage of this part, or this is part 0 and all parts are idle. */
bool agree_has_order(void);

#endif
