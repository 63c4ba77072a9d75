/* Tools that watch the program's memory: AddressSanitizer, MemorySanitizer, ThreadSanitizer and
 * Valgrind. The library is not compiled with the program's sanitizers, so it asks them itself about
 * each buffer of the program. Only processes of the host have such tools; on the machine nothing of
 * this is left. */
#ifndef NET_BUFFERS_H
#define NET_BUFFERS_H

#include <stdbool.h>
#include <stddef.h>

#include "compiler.h"

enum buffer_use {
    BUFFER_READ,    /* the call reads it */
    BUFFER_GIVEN,   /* the call, or a later one, writes it */
    BUFFER_LEAVES,  /* the bytes of a pending send are read */
    BUFFER_ARRIVES, /* a message is about to be written */
    BUFFER_TAKEN,   /* a message has been written */
    BUFFER_EXPOSED, /* another process uses a window's memory */
};

#ifdef CUBE_PROCESSES
/* Whether a tool is there. */
extern bool buffers_watched;

/* Tells the tool of a use of `bytes` bytes at `first`, which belong to the program's `buffer`. A
 * report names the function that the program has called, and the byte by its distance from
 * `buffer`. It ends the program if the tool does. */
void buffers_tell(enum buffer_use use, const void *buffer, const void *first, size_t bytes);

/* While `inside`, buffers are the library's own, and nothing is told. */
void buffers_are_own(bool inside);
#else
enum { buffers_watched = 0 };
static inline void buffers_tell(UNUSED enum buffer_use use, UNUSED const void *buffer,
                                UNUSED const void *first, UNUSED size_t bytes) {
}
static inline void buffers_are_own(UNUSED bool inside) {
}
#endif

/* Tells of a use of a whole buffer. A null pointer is none. */
ALWAYS_INLINE void buffer_used(enum buffer_use use, const void *buffer, size_t bytes) {
    if (UNLIKELY(buffers_watched) && buffer && bytes > 0)
        buffers_tell(use, buffer, buffer, bytes);
}

#endif
