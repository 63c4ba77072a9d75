/* Programs that have ended, and the machine's end that follows from it. */
#ifndef KERNEL_FINISH_H
#define KERNEL_FINISH_H

#include <stdbool.h>
#include <stdint.h>

#include "kernel/parts/stage.h"

struct node;

/* Called when the program of *node has ended with `status`. Its process goes on forwarding for
 * others. It counts, at its address `unreceived`, the messages that nobody has received, and at
 * `meters` what comes on its links; where an address is 0, it does not count. When this was the
 * last program and some status was not 0, the machine ends with the first such status. */
void finish_program(struct node *node, uint8_t status, uint64_t unreceived, uint64_t meters);

/* Called when no node can go on. Asks the processes what they wait for, and if any was asked
 * returns: it goes on, and waits again. Otherwise ends the machine. Where a program has not ended,
 * that is a deadlock, and is reported. Where all have ended well, the status is 0 if all that was
 * sent was received; else what was not received is reported. No message is on its way at this
 * moment, because each process takes what has arrived out of its routed rings before it falls
 * asleep. `everywhere` does a stage for all nodes, by finish_stage. */
void finish_idle(stage_function *everywhere);

/* Whether all programs of this machine's nodes have ended. *first becomes the first failure among
 * them, as in struct stage_state, or 0. */
bool finish_all_here(uint64_t *first);

/* Ends the machine because the programs of all nodes of the cube have ended, and some in failure:
 * `first` is the first of these. */
_Noreturn void finish_failed(stage_function *everywhere, uint64_t first);

/* Does a stage for the nodes of this machine. `wake` wakes a node. */
void finish_stage(struct stage_state *state, void (*wake)(struct node *node));

#endif
