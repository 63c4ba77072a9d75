/* The functions that kernel/vectors.S calls on an exception. When one returns, the process goes on
 * with the registers of *frame. */
#ifndef KERNEL_TRAP_H
#define KERNEL_TRAP_H

#include <stdint.h>

#include "kernel/trap_frame.h"

/* A process has made a system call or caused a fault. */
void trap_from_process(struct trap_frame *frame);

/* An interrupt has come while a process ran. */
void trap_interrupt(struct trap_frame *frame);

/* Ends the machine because of an exception in the kernel. `reason` is a number FATAL_...
 * (kernel/node_offsets.h). *frame holds the general registers, sp, pc and state. */
_Noreturn void trap_in_kernel(struct trap_frame *frame, uint32_t reason);

#endif
