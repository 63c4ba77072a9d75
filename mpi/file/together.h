/* Collective accesses that few processes carry out for all: two phases (del Rosario, Bordawekar and
 * Choudhary, "Improved parallel I/O via a two-phase run-time access strategy", 1993).
 *
 * The accessed range is cut into windows of the file, one for each process that carries them out.
 * In a round each process sends each of these the pieces of its window to write, with the bytes, or
 * to read; that process accesses all of them with few requests, because pieces of different
 * processes are adjacent, and answers. Further rounds go through the rest of the file. */
#ifndef MPI_FILE_TOGETHER_H
#define MPI_FILE_TOGETHER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/folder.h"
#include "mpi.h"
#include "mpi/file/access.h"

/* A process's description of its part of a collective access. */
struct together_part {
    MPI_Offset low, high;    /* the places in the file between which its bytes lie */
    MPI_Count bytes, pieces; /* of the file */
    MPI_Count requests;      /* requests that it would make alone */
    int error;               /* it takes no part then; or MPI_SUCCESS */
    int hint;                /* enum together_hint */
};

/* The hint collective_buffering (section 14.2.8). */
enum together_hint { TOGETHER_OPEN, TOGETHER_NEVER, TOGETHER_ALWAYS };

/* The tag of requests to a window. */
enum { TOGETHER_ASKED = 1 };

/* Returns this process's description of an access that access_begin has begun. */
struct together_part together_describe(const struct access *access);

/* Whether the parts of all processes take less time together. The result is the same at all of
 * them. */
bool together_pays(MPI_File file, const struct together_part parts[]);

/* Carries out an access together. Returns an errno, or 0, and sets access->moved. */
int together_move(struct access *access, const struct together_part parts[]);

/* ---- A window of a file: the range that one process writes or reads for all ---- */

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
