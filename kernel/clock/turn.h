/* Turns: one process of a machine runs at a time, from one of its waits to the next. They are for
 * an emulator that runs all cores on one host thread and counts the instructions of all of them
 * together. What it counts while the process of a node has the turn are then the node's own
 * instructions.
 *
 * Turns come in phases. In a phase those nodes run that can go on and whose numbers have an even
 * number of ones, in the next those whose numbers have an odd number of ones. Neighbours are of
 * different kinds, and nodes share no memory but their links. So no node of a phase sees what
 * another does in the same phase, and whatever the order in which a phase's nodes run, and whether
 * or not they run in the same emulator, all that they do is the same.
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

/* Settles after how many instructions of all nodes together the machine ends, with
 * STATUS_INSTRUCTIONS: 0 stands for never. The timer of each core is set for that, so nobody else
 * sets it while processes run, and processes have to take interrupts. */
void turn_limit(uint64_t instructions);
bool turn_limited(void);

/* Ends the machine if the limit has been reached. To be called at interrupts. */
void turn_check_limit(void);

/* Waits until the processes of all nodes are made and it is the turn of *node. To be called on the
 * node's own core, before its process runs. */
void turn_start(struct node *node);

/* Whether all other nodes of this machine wait, and none for a deadline. For the node whose turn it
 * is. */
bool turn_all_wait(void);

/* Where there are turns, this takes the place of sleep_wait (kernel/sleep.h). Only the node whose
 * turn it is calls it. Gives the turn to the next node that can go on, and returns when *node has
 * the turn again and a watched word has changed, turn_end_wait was called for it, or the deadline
 * has passed. */
int64_t turn_wait(struct node *node);

/* Ends the wait of *node, whose turn then comes. To be called when no node can go on. */
void turn_end_wait(struct node *node);

/* What the kernel does for a process between these two, on the node's own core, does not count as
 * the node's own instructions: it depends on what it does for others. turn_pause returns what
 * turn_go_on takes. */
uint64_t turn_pause(const struct node *node);
void turn_go_on(struct node *node, uint64_t paused);

/* Returns the turn of what is printed next, by which the consoles of several parts are merged
 * (formats/output.h): that of the phase, or 0 if what was printed last is of the same. */
uint64_t turn_printed(void);

#endif
