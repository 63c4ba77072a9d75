/* What main gets: its arguments and the environment, at the top of the process's stack. */
#ifndef KERNEL_ARGUMENTS_H
#define KERNEL_ARGUMENTS_H

#include <stddef.h>
#include <stdint.h>

#include "kernel/options.h"
#include "kernel/process_memory.h"
#include "kernel/trap_frame.h"

/* Bytes of the stack that they take. */
size_t arguments_bytes(const struct options *options);

/* Writes them at the top of the process's stack, which is mapped, and sets in *frame the stack
 * pointer below them and what a program starts with: the number of arguments in x0, their addresses
 * (null-terminated) in x1, those of the environment's strings in x2. */
void arguments_push(const struct process *process, const struct options *options,
                    struct trap_frame *frame);

#endif
