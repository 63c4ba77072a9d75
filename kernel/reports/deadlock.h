/* A deadlock: no node is awake, and not every program has ended. */
#ifndef KERNEL_DEADLOCK_H
#define KERNEL_DEADLOCK_H

#include <stdint.h>

#include "kernel/parts/stage.h"

struct node;

enum { NODES_SHOWN = 16 }; /* so many nodes a report lists at most, and then says how many more */

/* Asks the processes of this machine what they wait for, so that a process need not describe each
 * of its waits: nearly always nobody would read that. A process is asked only once: `wake` wakes
 * its node, and its CUBE_SYS_WAIT returns -EDEADLK. No node may be awake but the caller's. */
void deadlock_ask(struct stage_state *state, void (*wake)(struct node *node));

/* Prints what every node waits for. `everywhere` does a stage for all nodes; `ended` is how many
 * programs have ended, and `died` how many of these have died, which may be why. No node may be
 * awake but the caller's. */
void deadlock_report(stage_function *everywhere, uint32_t ended, uint32_t died);

/* Prints a line that says what a node waits for. */
void deadlock_print(const struct node *node);

/* The stages of that, for the nodes of this machine: print which programs have died, which of them
 * have failed in any way, and which nodes wait; and look whether cube_send waits for a receive. */
void deadlock_died(struct stage_state *state);
void deadlock_failed(struct stage_state *state);
void deadlock_waiting(struct stage_state *state);
void deadlock_hint(struct stage_state *state);

#endif
