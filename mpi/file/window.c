#include "mpi/file/window.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "mpi/file/move.h"

size_t window_message_bytes(const struct window_message *message, bool writes) {
    return sizeof *message + message->count * sizeof *message->pieces +
           (writes ? message->bytes : 0);
}

bool window_is_sound(const struct window_message *message, size_t bytes, uint32_t size,
                     bool writes) {
    uint64_t all = 0, end = 0;
    if (bytes < sizeof *message ||
        message->count > (bytes - sizeof *message) / sizeof *message->pieces ||
        window_message_bytes(message, writes) != bytes)
        return false;
    for (uint32_t i = 0; i < message->count; i++) {
        if (message->pieces[i].start < end || message->pieces[i].bytes == 0)
            return false;
        end = (uint64_t)message->pieces[i].start + message->pieces[i].bytes;
        all += message->pieces[i].bytes;
    }
    return end <= size && all == message->bytes;
}

void window_put(struct window *window, const struct window_message *message, bool writes) {
    const char *data = (const char *)&message->pieces[message->count];
    for (uint32_t i = 0; i < message->count; i++) {
        const struct window_piece *piece = &message->pieces[i];
        window->pieces[window->count++] =
            (struct folder_piece){window->place + piece->start, piece->bytes};
        if (writes) {
            memcpy(window->bytes + piece->start, data, piece->bytes);
            data += piece->bytes;
        }
    }
}

static int by_place(const void *one, const void *other) {
    int64_t first = ((const struct folder_piece *)one)->offset,
            second = ((const struct folder_piece *)other)->offset;
    return first < second ? -1 : first > second;
}

/* Makes one piece of those that meet, in the order of their places. Returns how many bytes they
 * have. */
static size_t merge(struct window *window) {
    size_t count = 0, bytes = 0;
    struct folder_piece *pieces = window->pieces;
    qsort(pieces, window->count, sizeof *pieces, by_place);
    for (size_t i = 0; i < window->count; i++) {
        int64_t end = count > 0 ? pieces[count - 1].offset + pieces[count - 1].bytes : -1;
        int64_t more = pieces[i].offset + pieces[i].bytes - end;
        if (count == 0 || pieces[i].offset > end)
            pieces[count++] = pieces[i];
        else if (more > 0)
            pieces[count - 1].bytes += more;
    }
    window->count = count;
    for (size_t i = 0; i < count; i++)
        bytes += (size_t)pieces[i].bytes;
    return bytes;
}

/* Returns where a piece is in the window's memory. */
static char *memory_of(const struct window *window, const struct folder_piece *piece) {
    return window->bytes + (piece->offset - window->place);
}

void window_write(struct window *window, int descriptor) {
    size_t packed = 0;
    MPI_Count moved;
    merge(window);
    for (size_t i = 0; i < window->count; i++) {
        const struct folder_piece *piece = &window->pieces[i];
        memmove(window->bytes + packed, memory_of(window, piece), (size_t)piece->bytes);
        packed += (size_t)piece->bytes;
    }
    window->number = move_write(descriptor, window->pieces, window->count, window->bytes, &moved);
}

void window_read(struct window *window, int descriptor) {
    size_t packed = merge(window);
    window->end = window->size;
    if (packed == 0)
        return;
    ssize_t read = file_read_pieces(descriptor, window->pieces, window->count, window->bytes);
    if (read < 0) {
        window->number = errno;
        window->end = 0;
        return;
    }
    for (size_t i = window->count; i-- > 0;) {
        const struct folder_piece *piece = &window->pieces[i];
        packed -= (size_t)piece->bytes;
        size_t come = (size_t)read > packed ? (size_t)read - packed : 0;
        if (come < (size_t)piece->bytes)
            window->end = (size_t)(piece->offset - window->place) + come;
        else
            come = (size_t)piece->bytes;
        memmove(memory_of(window, piece), window->bytes + packed, come);
    }
}

size_t window_get(const struct window *window, const struct window_message *message, char *data) {
    size_t bytes = 0;
    for (uint32_t i = 0; i < message->count; i++) {
        const struct window_piece *piece = &message->pieces[i];
        size_t there = piece->start < window->end ? window->end - piece->start : 0;
        size_t part = there < piece->bytes ? there : piece->bytes;
        memcpy(data + bytes, window->bytes + piece->start, part);
        bytes += part;
        if (part < piece->bytes)
            break;
    }
    return bytes;
}
