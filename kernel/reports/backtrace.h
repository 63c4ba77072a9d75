/* Where a process is: its function, and the functions that have called it, by file and line where
 * cuberun knows them (kernel/reports/place.h). */
#ifndef KERNEL_BACKTRACE_H
#define KERNEL_BACKTRACE_H

#include "kernel/process_memory.h"
#include "kernel/trap_frame.h"

/* Prints the interrupted function and its callers, one line each, as far as the frame pointers
 * (x29) lead and make sense. */
void backtrace_print(const struct process *process, const struct trap_frame *frame);

/* The same for a program that has ended itself by a call of the library. Leaves out the functions
 * of the library, and those of the C library by which an assertion fails, unless there are no
 * others. */
void backtrace_print_outside(const struct process *process, const struct trap_frame *frame);

/* Writes which functions have called the library, the innermost one first, if the process is in a
 * call of it: "exchange (ring.c:12), main (ring.c:40)", and a zero. The text ends before the first
 * function that does not fit into `room` bytes with the zero. Returns its length. If that is 0,
 * nothing is written: the process is in no call, or nothing fits. */
size_t backtrace_callers(const struct process *process, const struct trap_frame *frame, char *text,
                         size_t room);

/* Writes where in the source the instruction at `address` is, in the same way. */
size_t backtrace_place(uint64_t address, char *text, size_t room);

/* Writes where the process is, what its x30 says, and then its callers, innermost first, into
 * `address`, which has room for `room` of them. Returns how many there are. */
size_t backtrace_addresses(const struct process *process, const struct trap_frame *frame,
                           uint64_t address[], size_t room);

#endif
