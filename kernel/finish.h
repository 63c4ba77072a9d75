/* The ends of programs, and the end of the machine after them. */
#ifndef KERNEL_FINISH_H
#define KERNEL_FINISH_H

#include <stdbool.h>
#include <stdint.h>

#include "kernel/parts/stage.h"

struct node;

/* The program of *node has ended with `status`; its process goes on forwarding. The process counts
 * unreceived messages at its address `unreceived`, and packets of its links at `meters`; 0: it does
 * not count. After the last program the machine ends if any status was not 0, with the first of
 * these. */
void finish_program(struct node *node, uint8_t status, uint64_t unreceived, uint64_t meters);

/* No node can go on. Asks the processes for details of their waits, and returns if any was asked:
 * it will wait again. Otherwise ends the machine: if a program has not ended, with a report of the
 * deadlock; else with a report of unreceived messages, or with status 0. No message is in transit
 * then, because a process empties its routed rings before it sleeps. `everywhere` does a stage for
 * all nodes, by finish_stage. */
void finish_idle(stage_function *everywhere);

/* Whether all programs of this machine's nodes have ended. *first becomes the first failure among
 * them, as in struct stage_state, or 0. */
bool finish_all_here(uint64_t *first);

/* Ends the machine after the programs of all nodes of the cube have ended; `first` is the first
 * failure. */
_Noreturn void finish_failed(stage_function *everywhere, uint64_t first);

/* Does a stage for the nodes of this machine. `wake` wakes a node. */
void finish_stage(struct stage_state *state, void (*wake)(struct node *node));

#endif
