/* Pipes of the host that bring answers of cuberun (board/host.h). */
#ifndef KERNEL_PIPE_H
#define KERNEL_PIPE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Reads exactly `bytes` bytes from the open pipe `handle` to `to`, which may arrive in parts.
 * Returns whether all of them came before the end of the pipe. */
bool pipe_read(int64_t handle, void *to, size_t bytes);

#endif
