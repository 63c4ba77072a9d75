/* Pipes of the host, through which answers of cuberun come (board/host.h). */
#ifndef KERNEL_PIPE_H
#define KERNEL_PIPE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Reads exactly `bytes` bytes from the open pipe `handle` to `to`, and waits for them: a pipe may
 * give them in parts. Returns whether all of them came before the pipe's end. */
bool pipe_read(int64_t handle, void *to, size_t bytes);

#endif
