/* The watcher, a core of each part that has no node. It is one of the part's cores, so it gets as
 * many turns as every node. It wakes nodes for which nodes of other parts have rung.
 *
 * When no node of its part is awake, and no doorbell comes for a while, the watcher parks: the
 * whole emulator waits in a read from a pipe, and takes no time of the host. A node that rings
 * writes to that pipe:
 *
 *   the watcher of A                       a node of B (kernel/parts/bell.c)
 *   parked becomes odd                     counts the doorbell
 *   part_fence                             part_fence
 *   looks at the counts: new -> stays      reads parked: odd -> writes to A's pipe
 *   reads from the pipe
 *
 * Each writes, fences and then reads what the other wrote, so at least one of them sees the other.
 * A part does not park while one of its nodes waits for a deadline, because that counts as awake,
 * nor before it has said that it is idle (docs/explain/theory.md). */
#ifndef KERNEL_PARTS_WATCHER_H
#define KERNEL_PARTS_WATCHER_H

#include <stdbool.h>

#include "board/machine.h"

struct node;

/* Starts the watcher of this part on the core behind those of the nodes. A machine of one part has
 * none, nor one whose nodes take turns: there parts meet after each phase. */
void watcher_start(const struct machine *machine);

/* Whether *node is the watcher. */
bool watcher_is(const struct node *node);

/* The main loop of the watcher. */
_Noreturn void watcher_run(void);

#endif
