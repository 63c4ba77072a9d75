/* Doorbells between parts.
 *
 * A node of part B that has something for a sleeping node S of part A cannot wake it: the words
 * that say who is awake (kernel/sleep.c) are read and modified in one go, and belong to A. It
 * counts a doorbell in shared memory. A's watcher (kernel/parts/watcher.h) looks at these counts,
 * again and again, and wakes S. If A is parked, B also writes to a pipe, from which A's emulator
 * reads.
 */
#ifndef KERNEL_PARTS_BELL_H
#define KERNEL_PARTS_BELL_H

#include <stdbool.h>
#include <stdint.h>

struct node;

/* Opens the pipes of all parts: the emulator has part p's open as descriptor `bells` + p. Returns
 * whether the host has opened them. */
bool bell_open(uint32_t bells);

/* Rings for the neighbour of *node on a dimension between parts. To be called on the node's core.
 */
void bell_ring(const struct node *node, uint32_t dimension);

/* Calls a part whose watcher may be parked. */
void bell_call(uint32_t part);

/* Says whether any node of this part is awake: if not, it is idle (kernel/parts/agree.h). */
void bell_say_idle(bool idle);

/* Wakes all nodes of this part for which doorbells have rung. Returns whether there were any. For
 * the watcher. */
bool bell_take(void);

/* Calls all other parts that may be parked. */
void bell_call_all(void);

/* Parks: waits in the host until somebody calls, unless `is_called` returns true after this part
 * has said that it is parked. Returns whether it may park again: not if cuberun wants to talk to
 * its emulator. */
bool bell_park(bool (*is_called)(void));

#endif
