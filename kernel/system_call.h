/* The system calls (include/cube_abi.h). */
#ifndef KERNEL_SYSTEM_CALL_H
#define KERNEL_SYSTEM_CALL_H

#include "kernel/node.h"

/* Does what the process of *node asks for in *frame, which has the call's number in x8 and its
 * arguments in x0 to x2. Returns the result, which is at least 0, or a negative errno: -ENOSYS
 * where no call has this number, -EFAULT for memory that the process may not read, -EINVAL for an
 * argument that makes no sense. */
int64_t system_call(struct node *node, struct trap_frame *frame);

#endif
