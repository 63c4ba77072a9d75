/* Pipes of the host that bring answers of cuberun (board/host.h). */
#ifndef KERNEL_PIPE_H
#define KERNEL_PIPE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Reads exactly `bytes` bytes from the open pipe `handle` to `to`, which may arrive in parts.
 * Returns whether all of them came before the end of the pipe. */
bool pipe_read(int64_t handle, void *to, size_t bytes);

/* Writes a request of `bytes` bytes to the open pipe `requests`, and reads the first `least` bytes
 * of its answer from `answers` to `answer`, and any more that have come, together at most `most`.
 * Returns the number of bytes read, or 0 where the request or the answer ended before. */
size_t pipe_ask(int64_t requests, const void *request, size_t bytes, int64_t answers, void *answer,
                size_t least, size_t most);

#endif
