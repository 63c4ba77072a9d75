/* What kernel/vectors.S calls on an exception. */
#ifndef KERNEL_TRAP_H
#define KERNEL_TRAP_H

#include <stdint.h>

#include "kernel/trap_frame.h"

/* Called when the process of this node has made a system call or caused a fault. When the function
 * returns, the process goes on with the registers of *frame. */
void trap_from_process(struct trap_frame *frame);

/* Called when an interrupt of this node's core has come while its process ran. When the function
 * returns, the process goes on with the registers of *frame. */
void trap_interrupt(struct trap_frame *frame);

/* Ends the machine because of an exception that the kernel does not survive. `reason` is one of the
 * numbers FATAL_... (kernel/node_offsets.h). The general registers, sp, pc and state in *frame are
 * valid. */
_Noreturn void trap_in_kernel(struct trap_frame *frame, uint32_t reason);

#endif
