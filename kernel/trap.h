/* What boot/vectors.S calls. */
#ifndef KERNEL_TRAP_H
#define KERNEL_TRAP_H

#include <stdint.h>

#include "kernel/trap_frame.h"

/* The process of this node has made a system call or a fault. Returns to let
 * it go on with the registers of *frame. */
void trap_from_process(struct trap_frame *frame);

/* An exception that the kernel does not survive; one of FATAL_... says which.
 * The frame holds the general registers. */
_Noreturn void trap_in_kernel(struct trap_frame *frame, uint32_t reason);

#endif
