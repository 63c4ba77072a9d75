/* The arguments of main and the environment, at the top of the process's stack. */
#ifndef KERNEL_ARGUMENTS_H
#define KERNEL_ARGUMENTS_H

#include <stddef.h>
#include <stdint.h>

#include "kernel/parsers/options.h"
#include "kernel/process_memory.h"
#include "kernel/trap_frame.h"

/* Returns the bytes of the stack that they take. */
size_t arguments_bytes(const struct options *options);

/* Writes those of node number `node` at the top of the process's stack, which must be mapped, and
 * sets the first registers in *frame: the stack pointer below them, argc in x0, argv in x1 and the
 * list of the environment in x2. Both lists end with a null. With options->secrets the environment
 * has CUBE_SECRET, a number that only this node knows. */
void arguments_push(struct process *process, const struct options *options, uint32_t node,
                    struct trap_frame *frame);

#endif
