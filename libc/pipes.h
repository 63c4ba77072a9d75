/* Pipes within the process. It has one thread, so nobody could fill or empty a pipe that a call
 * waits for: no call waits, as if O_NONBLOCK were always set. */
#ifndef LIBC_PIPES_H
#define LIBC_PIPES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct pipe;

/* Returns an empty pipe with a descriptor at each end, or null without memory. */
struct pipe *pipe_new(void);

/* Counts one more descriptor of the end with this access, O_RDONLY or O_WRONLY. */
void pipe_open(struct pipe *pipe, int access);

/* Counts one descriptor less. With the last of both ends the pipe is freed. */
void pipe_close(struct pipe *pipe, int access);

/* Takes at most `bytes` bytes out. Returns their number, 0 at the end: the pipe is empty and not
 * open for writing; or -EAGAIN if it is empty. */
intptr_t pipe_read(struct pipe *pipe, void *buffer, size_t bytes);

/* Puts bytes in: all at once if there are at most PIPE_BUF, otherwise those that the pipe has room
 * for. Returns their number, -EAGAIN if there is no room, or -EPIPE, without a signal, if the pipe
 * is not open for reading. */
intptr_t pipe_write(struct pipe *pipe, const void *buffer, size_t bytes);

/* Both tell whether a call would return something else than -EAGAIN: any read, or a write of
 * PIPE_BUF bytes. */
bool pipe_reads(const struct pipe *pipe);
bool pipe_writes(const struct pipe *pipe);

/* Whether the other end is closed, seen from the end with this access. */
bool pipe_is_left(const struct pipe *pipe, int access);

#endif
