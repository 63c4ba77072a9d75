/* The end of a program that kills itself (SIGKILL), where the run does not survive it. Its node
 * does nothing more. The others go on until none can; then the machine ends with a report of dead
 * and waiting programs (kernel/reports/deadlock.h). If others still run after a moment, the machine
 * ends then. */
#ifndef KERNEL_KILLED_H
#define KERNEL_KILLED_H

#include <stdint.h>

#include "kernel/trap_frame.h"

struct node;

/* The program of *node, whose registers are in *frame, has killed itself at `time` by its clock, 0
 * without a clock. Called on the node's own core. */
_Noreturn void killed_end(struct node *node, const struct trap_frame *frame, uint64_t time);

#endif
