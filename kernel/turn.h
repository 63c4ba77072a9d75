/* Turns: one process runs at a time, from one of its waits to the next. They are for an emulator
 * that runs all cores on one host thread and counts the instructions of all of them together. What
 * it counts while a node has the turn are then the node's own instructions.
 */
#ifndef KERNEL_TURN_H
#define KERNEL_TURN_H

#include <stdbool.h>
#include <stdint.h>

struct node;

/* Begins turns; start-up calls it on the boot core. */
void turn_enable(void);

/* Whether there are turns. */
extern bool turn_enabled;

/* Waits until the processes of all nodes are made and it is the turn of *node. To be called on the
 * node's own core, before its process runs. */
void turn_start(struct node *node);

/* Where there are turns, these take the place of sleep_wait and sleep_ring (kernel/sleep.h). Only
 * the node whose turn it is calls them. turn_wait gives the turn to the next node that can go on,
 * and returns when *node has the turn again and a watched word has changed, a doorbell has rung or
 * the deadline has passed. turn_ring rings the doorbell of *node. */
int64_t turn_wait(struct node *node);
void turn_ring(struct node *node);

#endif
