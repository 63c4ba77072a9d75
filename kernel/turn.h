/* Turns, where a node's instructions are to be known: one process runs at a time, from one wait to
 * the next. For an emulator that runs all cores on one host thread and counts the instructions of
 * all of them together: what is counted between two moments of a turn is the node's own.
 */
#ifndef KERNEL_TURN_H
#define KERNEL_TURN_H

#include <stdbool.h>
#include <stdint.h>

struct node;

/* Start-up, on the boot core: from now on there are turns. */
void turn_enable(void);
bool turn_enabled(void);

/* Waits until the processes of all nodes are there and it is the turn of *node. On its own core,
 * before its process runs. */
void turn_start(struct node *node);

/* As sleep_wait and sleep_ring (kernel/sleep.h), both of a node whose turn it is: gives the turn to
 * the next node that can go on, and returns when it has come back and a watched word has changed, a
 * doorbell has rung or the deadline has passed. */
int64_t turn_wait(struct node *node);
void turn_ring(struct node *node);

#endif
