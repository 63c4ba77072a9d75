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

/* Writes the functions that have called the library, innermost first: "exchange (ring.c:12), main
 * (ring.c:40)", and a zero. The text ends before the first function that does not fit into `room`
 * bytes. Returns its length; 0 if the process is in no call of the library, or if nothing fits. */
size_t backtrace_callers(const struct process *process, const struct trap_frame *frame, char *text,
                         size_t room);

/* Writes where in the source the instruction at `address` is, in the same way. */
size_t backtrace_place(uint64_t address, char *text, size_t room);

/* Writes the process's pc, its x30, and then its callers, innermost first, to `address`, at most
 * `room` of them. Returns their number. */
size_t backtrace_addresses(const struct process *process, const struct trap_frame *frame,
                           uint64_t address[], size_t room);

#endif
