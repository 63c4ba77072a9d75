/* A deadlock: no node is awake, and not every program has ended. */
#ifndef KERNEL_DEADLOCK_H
#define KERNEL_DEADLOCK_H

#include <stdint.h>

#include "kernel/parts/stage.h"

struct node;

enum { NODES_SHOWN = 16 }; /* most nodes listed in a report; it counts the others */

/* Asks the processes of this machine for details of their waits, so that a process need not
 * describe every wait in advance. Asks each once: `wake` wakes its node, and its CUBE_SYS_WAIT
 * returns -EDEADLK. No node but the caller's may be awake. */
void deadlock_ask(struct stage_state *state, void (*wake)(struct node *node));

/* Prints the wait of every node. `everywhere` does a stage for all nodes. `ended` programs have
 * ended, and `died` of these have died, which may be the reason. No node but the caller's may be
 * awake. */
void deadlock_report(stage_function *everywhere, uint32_t ended, uint32_t died);

/* Prints a line about a node's wait. */
void deadlock_print(const struct node *node);

/* The stages of this for the nodes of this machine: print which programs have died, which have
 * failed in any way, and which nodes wait; and look whether cube_send waits for a receive. */
void deadlock_died(struct stage_state *state);
void deadlock_failed(struct stage_state *state);
void deadlock_waiting(struct stage_state *state);
void deadlock_hint(struct stage_state *state);

#endif
