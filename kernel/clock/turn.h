/* Turns: one process of a machine runs at a time, from one of its waits to the next. They are for
 * an emulator that runs all cores on one host thread and counts their instructions together: all
 * instructions counted while a process has the turn are those of its node.
 *
 * Turns come in phases. In one phase run the nodes that can go on and whose numbers have an even
 * number of ones, in the next those with an odd number. Neighbours differ in this, and nodes share
 * no memory but their links. So no node of a phase sees what another does in it, and the result
 * does not depend on the order of the nodes or on the emulators that run them. */
#ifndef KERNEL_TURN_H
#define KERNEL_TURN_H

#include <stdbool.h>
#include <stdint.h>

struct node;

/* Begins turns; start-up calls it on the boot core. */
void turn_enable(void);

/* Whether there are turns. */
extern bool turn_enabled;

/* Sets the number of instructions of all nodes together after which the machine ends with
 * STATUS_INSTRUCTIONS; 0: never. The timer of each core serves this alone while processes run, and
 * processes have to take interrupts. */
void turn_limit(uint64_t instructions);
bool turn_limited(void);

/* Ends the machine if the limit has been reached. Called at interrupts. */
void turn_check_limit(void);

/* Waits until all processes are made and it is the turn of *node. Called on the node's own core,
 * before its process runs. */
void turn_start(struct node *node);

/* Whether all other nodes of this machine wait, and none for a deadline. Called by the node whose
 * turn it is. */
bool turn_all_wait(void);

/* Takes the place of sleep_wait (kernel/sleep.h) where there are turns, for the node whose turn it
 * is. Gives the turn to the next node that can go on, and returns when *node has the turn again and
 * a watched word has changed, turn_end_wait was called for it, or the deadline has passed. */
int64_t turn_wait(struct node *node);

/* Ends the wait of *node, whose turn then comes. Called when no node can go on. */
void turn_end_wait(struct node *node);

/* Switches all cores off but one, which then calls the function. Called by the node whose turn it
 * is, with the node of that core. */
_Noreturn void turn_end_all(struct node *node, struct node *remaining, void (*function)(void));

/* Between these two, on the node's own core, the kernel's instructions for a process do not count
 * as the node's: they depend on other nodes. turn_pause returns the argument of turn_go_on. */
uint64_t turn_pause(const struct node *node);
void turn_go_on(struct node *node, uint64_t paused);

/* Returns the turn of the next output, by which the consoles of several parts are merged
 * (formats/output.h): the phase, or 0 if the last output is of the same phase. */
uint64_t turn_printed(void);

#endif
