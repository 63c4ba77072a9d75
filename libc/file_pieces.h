/* Reading and writing many pieces of a file with few requests (formats/folder.h), for libraries
 * that know them all beforehand. */
#ifndef LIBC_FILE_PIECES_H
#define LIBC_FILE_PIECES_H

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "formats/folder.h"

#ifdef CUBE_HOST
#include <fcntl.h>
#include <unistd.h>
#endif

/* Read and write `count` pieces of an open file, which are all one behind the other at `bytes`.
 * Each piece has at least a byte. They return the number of bytes read or written: up to the file's
 * end, or as many as the host accepts. If there are none, and not because of the file's end, they
 * return -1 and set errno as pread and pwrite do. The position of the descriptor stays. */
#ifndef CUBE_HOST
ssize_t file_read_pieces(int descriptor, const struct folder_piece pieces[], size_t count,
                         void *bytes);
ssize_t file_write_pieces(int descriptor, const struct folder_piece pieces[], size_t count,
                          const void *bytes);

/* Lets the host keep room for the first `bytes` bytes of a file, which is longer then if it was
 * shorter. Returns 0, or -1 with errno. */
int file_allocate(int descriptor, off_t bytes);

#else /* a process of the host asks it for each piece */

static inline ssize_t file_move_pieces(int descriptor, const struct folder_piece pieces[],
                                       size_t count, char *bytes, bool writes) {
    size_t done = 0;
    for (size_t i = 0; i < count; i++)
        for (size_t of_piece = 0; of_piece < (size_t)pieces[i].bytes;) {
            size_t left = (size_t)pieces[i].bytes - of_piece;
            off_t place = pieces[i].offset + (off_t)of_piece;
            ssize_t some = writes ? pwrite(descriptor, bytes + done, left, place)
                                  : pread(descriptor, bytes + done, left, place);
            if (some <= 0)
                return some < 0 && done == 0 ? -1 : (ssize_t)done;
            of_piece += (size_t)some;
            done += (size_t)some;
        }
    return (ssize_t)done;
}

static inline ssize_t file_read_pieces(int descriptor, const struct folder_piece pieces[],
                                       size_t count, void *bytes) {
    return file_move_pieces(descriptor, pieces, count, bytes, false);
}

static inline ssize_t file_write_pieces(int descriptor, const struct folder_piece pieces[],
                                        size_t count, const void *bytes) {
    return file_move_pieces(descriptor, pieces, count, (char *)(uintptr_t)bytes, true);
}

static inline int file_allocate(int descriptor, off_t bytes) {
    int error = posix_fallocate(descriptor, 0, bytes);
    errno = error;
    return error == 0 ? 0 : -1;
}

#endif

#endif
