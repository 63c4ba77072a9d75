/* The system calls of include/cube_abi.h. */
#ifndef KERNEL_SYSTEM_CALL_H
#define KERNEL_SYSTEM_CALL_H

#include "kernel/node.h"

/* Does what the process of *node asks for in *frame: number in x8, arguments in x0 .. x2. Returns
 * the result, >= 0, or a negative errno: -ENOSYS for a number that is none, -EFAULT for memory that
 * the process may not read, -EINVAL for an argument that makes no sense. */
int64_t system_call(struct node *node, struct trap_frame *frame);

#endif
