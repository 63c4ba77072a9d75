/* Reports of a process's faults. Each function ends the machine. */
#ifndef KERNEL_FAULT_H
#define KERNEL_FAULT_H

#include <stdint.h>

#include "kernel/trap_frame.h"

struct node;

/* The process of *node, whose registers are in *frame, has caused an exception with ESR_EL1 in
 * `syndrome` and FAR_EL1 in `address`. Prints the node, the cause, the address, the place, and a
 * backtrace. The status of the machine is 128 plus the number of the signal with this meaning. */
_Noreturn void fault_report(struct node *node, const struct trap_frame *frame, uint64_t syndrome,
                            uint64_t address);

/* The process of *node has ended itself by abort() or by another signal, 1 .. SIGNAL_LAST. Prints
 * this, and a backtrace. The status of the machine is 128 plus the signal. */
_Noreturn void fault_report_abort(struct node *node, const struct trap_frame *frame,
                                  uint8_t signal);

#endif
