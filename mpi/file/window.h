/* A window of a file: the range that one process writes or reads for all (together.h), and the
 * others' requests. */
#ifndef MPI_FILE_WINDOW_H
#define MPI_FILE_WINDOW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/folder.h"
#include "mpi.h"

/* A part of a window, in bytes from its start. */
struct window_piece {
    uint32_t start, bytes;
};

/* A request: ascending pieces, followed by the bytes to write. */
struct window_message {
    uint32_t count, bytes; /* of all pieces */
    struct window_piece pieces[];
};

/* The answer to a read: the bytes of its pieces, as far as the file has them. */
struct window_answer {
    int32_t number; /* an errno, or 0 */
    char data[];
};

/* Returns how many bytes a message has. */
size_t window_message_bytes(const struct window_message *message, bool writes);

/* Whether a message is a valid request to a window of `size` bytes. */
bool window_is_sound(const struct window_message *message, size_t bytes, uint32_t size,
                     bool writes);

/* Returns the number of bytes of `used` for a window of this size. */
static inline size_t window_used_bytes(size_t size) {
    return (size / 64 + 1) * sizeof(uint64_t);
}

struct window {
    MPI_Offset place; /* of its start in the file */
    size_t size;
    int number;                  /* the host's errno, or 0 */
    size_t end;                  /* bytes from the start that the file has, after window_read */
    size_t count;                /* pieces so far */
    struct folder_piece *pieces; /* of the file, with room for all that are put in */
    uint64_t *used;              /* a bit for each byte that is written or read: zeros at first */
    char *bytes;                 /* of the window */
};

/* Notes a valid request. Where two write the same byte, the later call counts. */
void window_put(struct window *window, const struct window_message *message, bool writes);

/* Write and read all that was asked, by one or few requests. */
void window_write(struct window *window, int descriptor);
void window_read(struct window *window, int descriptor);

/* Copies the bytes of a message's pieces to `data`, up to the first that the file does not have.
 * Returns how many there are. */
size_t window_get(const struct window *window, const struct window_message *message, char *data);

#endif
