#include "mpi/file/together.h"

#include <errno.h>
#include <string.h>

#include "mpi/file/move.h"

enum { WORD_BITS = 64 };

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

/* Marks bytes of a window as used. */
static void mark(uint64_t used[], size_t start, size_t bytes) {
    while (bytes > 0) {
        size_t bit = start % WORD_BITS, part = WORD_BITS - bit < bytes ? WORD_BITS - bit : bytes;
        uint64_t ones = part < WORD_BITS ? ((uint64_t)1 << part) - 1 : UINT64_MAX;
        used[start / WORD_BITS] |= ones << bit;
        start += part;
        bytes -= part;
    }
}

void window_put(struct window *window, const struct window_message *message, bool writes) {
    const char *data = (const char *)&message->pieces[message->count];
    for (uint32_t i = 0; i < message->count; i++) {
        const struct window_piece *piece = &message->pieces[i];
        mark(window->used, piece->start, piece->bytes);
        if (writes) {
            memcpy(window->bytes + piece->start, data, piece->bytes);
            data += piece->bytes;
        }
    }
    window->count += message->count;
}

/* Returns the first byte from `at` on that is used, or that is not, or the window's size. */
static size_t next(const struct window *window, size_t at, bool used) {
    uint64_t flip = used ? 0 : UINT64_MAX;
    while (at < window->size) {
        uint64_t left = (window->used[at / WORD_BITS] ^ flip) >> at % WORD_BITS;
        if (left != 0) {
            at += (size_t)__builtin_ctzll(left);
            return at < window->size ? at : window->size;
        }
        at = (at / WORD_BITS + 1) * WORD_BITS;
    }
    return window->size;
}

/* Makes the list of what is used: there are no more pieces than were put in, for those that meet
 * are one. Returns how many bytes they have. */
static size_t list(struct window *window) {
    size_t bytes = 0;
    window->count = 0;
    for (size_t end = 0, start; (start = next(window, end, true)) < window->size;) {
        end = next(window, start, false);
        window->pieces[window->count++] =
            (struct folder_piece){window->place + (MPI_Offset)start, (int64_t)(end - start)};
        bytes += end - start;
    }
    return bytes;
}

/* Returns where a piece is in the window's memory. */
static char *memory_of(const struct window *window, const struct folder_piece *piece) {
    return window->bytes + (piece->offset - window->place);
}

void window_write(struct window *window, int descriptor) {
    size_t packed = 0;
    MPI_Count moved;
    list(window);
    for (size_t i = 0; i < window->count; i++) {
        const struct folder_piece *piece = &window->pieces[i];
        memmove(window->bytes + packed, memory_of(window, piece), (size_t)piece->bytes);
        packed += (size_t)piece->bytes;
    }
    window->number = move_write(descriptor, window->pieces, window->count, window->bytes, &moved);
}

void window_read(struct window *window, int descriptor) {
    size_t packed = list(window);
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
