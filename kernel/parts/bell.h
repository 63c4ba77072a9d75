/* Doorbells between parts.
 *
 * A node of part B cannot wake a sleeping node S of part A: the words that say who is awake
 * (kernel/sleep.c) need atomic read-modify-write, and belong to A. Instead B counts a doorbell in
 * shared memory. A's watcher (kernel/parts/watcher.h) polls these counts and wakes S. If A is
 * parked, B also writes to a pipe from which A's emulator reads. */
#ifndef KERNEL_PARTS_BELL_H
#define KERNEL_PARTS_BELL_H

#include <stdbool.h>
#include <stdint.h>

struct node;

/* Opens the pipes of all parts: that of part p is descriptor `bells` + p of the emulator. Returns
 * whether the host has opened them. */
bool bell_open(uint32_t bells);

/* Rings for the neighbour of *node on a dimension between parts. Called on its core. */
void bell_ring(const struct node *node, uint32_t dimension);

/* Calls a part whose watcher may be parked. */
void bell_call(uint32_t part);

/* Says whether any node of this part is awake: if not, it is idle (kernel/parts/agree.h). */
void bell_say_idle(bool idle);

/* Wakes all nodes of this part whose doorbells have rung, and returns whether there were any.
 * Called by the watcher. */
bool bell_take(void);

/* Calls all other parts that may be parked. */
void bell_call_all(void);

/* Parks: waits in the host until a part calls, unless `is_called` returns true after this part has
 * said that it is parked. Returns whether it may park again: not if cuberun wants to talk to its
 * emulator. */
bool bell_park(bool (*is_called)(void));

#endif
