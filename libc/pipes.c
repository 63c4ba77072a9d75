#include "libc/pipes.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { CAPACITY = 64 << 10 }; /* bytes: Linux's default, pipe(7) */

struct pipe {
    unsigned opened[2];  /* descriptors by access: O_RDONLY and O_WRONLY */
    size_t begin, bytes; /* where the oldest byte of `data` is, and how many bytes there are */
    uint8_t data[CAPACITY];
};

_Static_assert(O_RDONLY == 0 && O_WRONLY == 1, "the access is an index");

struct pipe *pipe_new(void) {
    struct pipe *made = malloc(sizeof *made);
    if (made) {
        made->opened[O_RDONLY] = made->opened[O_WRONLY] = 1;
        made->begin = made->bytes = 0;
    }
    return made;
}

void pipe_open(struct pipe *pipe, int access) {
    pipe->opened[access]++;
}

void pipe_close(struct pipe *pipe, int access) {
    pipe->opened[access]--;
    if (pipe->opened[O_RDONLY] + pipe->opened[O_WRONLY] == 0)
        free(pipe);
}

bool pipe_is_left(const struct pipe *pipe, int access) {
    return pipe->opened[!access] == 0;
}

bool pipe_reads(const struct pipe *pipe) {
    return pipe->bytes > 0 || pipe_is_left(pipe, O_RDONLY);
}

bool pipe_writes(const struct pipe *pipe) {
    return CAPACITY - pipe->bytes >= PIPE_BUF || pipe_is_left(pipe, O_WRONLY);
}

intptr_t pipe_read(struct pipe *pipe, void *buffer, size_t bytes) {
    if (!pipe_reads(pipe))
        return -EAGAIN;
    if (bytes > pipe->bytes)
        bytes = pipe->bytes;
    memcpy(buffer, pipe->data + pipe->begin, bytes);
    pipe->begin += bytes;
    pipe->bytes -= bytes;
    return (intptr_t)bytes;
}

intptr_t pipe_write(struct pipe *pipe, const void *buffer, size_t bytes) {
    size_t room = CAPACITY - pipe->bytes;
    if (pipe_is_left(pipe, O_WRONLY))
        return -EPIPE;
    if (bytes > room && (bytes <= PIPE_BUF || room == 0))
        return -EAGAIN;
    if (bytes > room)
        bytes = room;
    if (bytes > CAPACITY - pipe->begin - pipe->bytes) {
        memmove(pipe->data, pipe->data + pipe->begin, pipe->bytes);
        pipe->begin = 0;
    }
    memcpy(pipe->data + pipe->begin + pipe->bytes, buffer, bytes);
    pipe->bytes += bytes;
    return (intptr_t)bytes;
}
