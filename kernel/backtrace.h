/* Where a process is, told by the names of functions in its image. */
#ifndef KERNEL_BACKTRACE_H
#define KERNEL_BACKTRACE_H

#include "kernel/process_memory.h"
#include "kernel/trap_frame.h"

/* Prints the function that was interrupted and the functions that called it, one line each, as far
 * as the frame pointers (x29) lead and make sense. */
void backtrace_print(const struct process *process, const struct trap_frame *frame);

/* Prints what called MPI, where a process is in a function of it, or of a profiler that stands for
 * one: ", called from main+0x40 (0x412340)"; or nothing. */
void backtrace_print_caller(const struct process *process, const struct trap_frame *frame);

#endif
