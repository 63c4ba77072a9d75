/* The descriptors of a process, and the files that it was given (cuberun --file). */
#ifndef LIBC_DESCRIPTORS_H
#define LIBC_DESCRIPTORS_H

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/cpio.h"

struct pipe;

enum descriptor_kind {
    CLOSED,
    CONSOLE_INPUT,
    CONSOLE_OUTPUT,
    GIVEN,   /* a file given to the program: cuberun --file */
    REACHED, /* one in the folder that the program reaches: cuberun --dir */
    DEVICE,  /* one of libc/devices.h */
    PIPE,    /* an end of one: libc/pipes.h */
};

struct descriptor {
    enum descriptor_kind kind;
    int access;          /* O_RDONLY, O_WRONLY or O_RDWR */
    int error;           /* REACHED: why a write has failed, or 0 */
    intptr_t others;     /* the descriptor that the kernel has for CONSOLE_OUTPUT, or cuberun for
                            REACHED; the enum device of DEVICE */
    const uint8_t *data; /* GIVEN: the bytes of the file */
    size_t bytes;        /* GIVEN: the size of the file */
    size_t position;     /* GIVEN: where the next byte to be read is */
    struct pipe *pipe;   /* PIPE: read at one end, written at the other */
};

/* The meaning of each descriptor. That of the input stands for the console until descriptor_at
 * looks at it, even if a file replaces the console. */
enum { DESCRIPTORS = 64 };
extern struct descriptor descriptor_table[DESCRIPTORS];

/* Returns the entry of an open descriptor, or null with errno set. */
struct descriptor *descriptor_at(int descriptor);

/* Returns the lowest closed descriptor from `least` on, or -1 with errno set: EMFILE. */
int descriptor_lowest(int least);

/* Whether a write has this result because the host does not take more, and not by the program's
 * mistake. */
static inline bool descriptor_lost(intptr_t written) {
    return written == -ENOSPC || written == -EDQUOT || written == -EFBIG || written == -EIO;
}

/* Finds the file that was given under this name. Returns whether there is one. */
bool files_find_given(const char *name, struct cpio_file *file);

#endif
