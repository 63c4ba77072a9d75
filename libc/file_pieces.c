#include "libc/file_pieces.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "libc/descriptors.h"
#include "libc/folder.h"
#include "libc/result.h"

/* The least size of a piece that takes its own request. */
enum { ALONE = CUBE_REQUEST_BYTES / 2 };

/* Returns how many of the next pieces go with one request, with their bytes. Sets *bytes to how
 * many bytes they have. */
static size_t together(const struct folder_piece pieces[], size_t count, size_t *bytes) {
    size_t taken = 0;
    *bytes = 0;
    while (taken < count && pieces[taken].bytes < ALONE &&
           (taken + 1) * sizeof *pieces + *bytes + (size_t)pieces[taken].bytes <=
               CUBE_REQUEST_BYTES)
        *bytes += (size_t)pieces[taken++].bytes;
    return taken;
}

/* Reads one piece, with as many requests as it takes. Returns how many bytes it has read. */
static ssize_t read_alone(int descriptor, const struct folder_piece *piece, char *bytes) {
    size_t done = 0, wanted = (size_t)piece->bytes;
    while (done < wanted) {
        ssize_t some = pread(descriptor, bytes + done, wanted - done, piece->offset + (off_t)done);
        if (some < 0 && done == 0)
            return -1;
        if (some <= 0)
            break;
        done += (size_t)some;
    }
    return (ssize_t)done;
}

static ssize_t read_together(const struct descriptor *open, const struct folder_piece pieces[],
                             size_t count, char *bytes, size_t wanted) {
    return result(folder_ask(&(struct cube_request){.operation = FOLDER_READ_PIECES,
                                                    .descriptor = open->others,
                                                    .argument = {(int64_t)count},
                                                    .send = (uintptr_t)pieces,
                                                    .send_bytes = count * sizeof *pieces,
                                                    .room = (uintptr_t)bytes,
                                                    .room_bytes = wanted}));
}

static ssize_t write_together(struct descriptor *open, const struct folder_piece pieces[],
                              size_t count, const char *bytes, size_t wanted) {
    size_t head = count * sizeof *pieces;
    char *request = malloc(head + wanted);
    if (!request)
        return -1;
    memcpy(request, pieces, head);
    memcpy(request + head, bytes, wanted);
    intptr_t written = folder_ask(&(struct cube_request){.operation = FOLDER_WRITE_PIECES,
                                                         .descriptor = open->others,
                                                         .argument = {(int64_t)count},
                                                         .send = (uintptr_t)request,
                                                         .send_bytes = head + wanted});
    free(request);
    if (descriptor_lost(written))
        open->error = (int)-written;
    return result(written);
}

/* Moves pieces to or from `bytes`, many with a request where they are short. */
static ssize_t move(int descriptor, const struct folder_piece pieces[], size_t count, char *bytes,
                    bool writes) {
    struct descriptor *open = descriptor_at(descriptor);
    size_t done = 0, wanted;
    if (!open)
        return -1;
    for (size_t taken; count > 0; pieces += taken, count -= taken) {
        char *here = bytes + done;
        ssize_t some;
        taken = open->kind == REACHED ? together(pieces, count, &wanted) : 0;
        if (taken >= 2) {
            some = writes ? write_together(open, pieces, taken, here, wanted)
                          : read_together(open, pieces, taken, here, wanted);
        } else {
            taken = 1;
            wanted = (size_t)pieces->bytes;
            some = writes ? pwrite(descriptor, here, wanted, pieces->offset)
                          : read_alone(descriptor, pieces, here);
        }
        if (some < 0)
            return done ? (ssize_t)done : -1;
        done += (size_t)some;
        if ((size_t)some < wanted)
            break;
    }
    return (ssize_t)done;
}

ssize_t file_read_pieces(int descriptor, const struct folder_piece pieces[], size_t count,
                         void *bytes) {
    return move(descriptor, pieces, count, bytes, false);
}

ssize_t file_write_pieces(int descriptor, const struct folder_piece pieces[], size_t count,
                          const void *bytes) {
    return move(descriptor, pieces, count, (char *)(uintptr_t)bytes, true); /* only read */
}

int file_allocate(int descriptor, off_t bytes) {
    const struct descriptor *open = descriptor_at(descriptor);
    if (!open)
        return -1;
    if (open->kind != REACHED)
        return fail(EINVAL);
    return (int)result(folder_of(FOLDER_ALLOCATE, open->others, 0, bytes));
}
