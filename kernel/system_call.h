/* The system calls (include/cube_abi.h). */
#ifndef KERNEL_SYSTEM_CALL_H
#define KERNEL_SYSTEM_CALL_H

#include "kernel/node.h"

/* Does the system call in *frame, which has its number in x8 and its arguments in x0 to x2. Returns
 * the result, at least 0, or a negative errno: -ENOSYS for an unknown number, -EFAULT for memory
 * that the process may not access, -EINVAL for an invalid argument. */
int64_t system_call(struct node *node, struct trap_frame *frame);

#endif
