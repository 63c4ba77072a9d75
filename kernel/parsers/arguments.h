/* What main gets: its arguments and the environment. They lie at the top of the process's stack. */
#ifndef KERNEL_ARGUMENTS_H
#define KERNEL_ARGUMENTS_H

#include <stddef.h>
#include <stdint.h>

#include "kernel/parsers/options.h"
#include "kernel/process_memory.h"
#include "kernel/trap_frame.h"

/* Returns how many bytes of the stack they take. */
size_t arguments_bytes(const struct options *options);

/* Writes those of node number `node` at the top of the process's stack, which must be mapped, and
 * sets in *frame what the program starts with: the stack pointer below them, the number of
 * arguments in x0, the address of argv in x1 and that of the environment's list in x2. Both lists
 * end with a null. With options->secrets the environment has CUBE_SECRET, a number that only this
 * node knows. */
void arguments_push(struct process *process, const struct options *options, uint32_t node,
                    struct trap_frame *frame);

#endif
