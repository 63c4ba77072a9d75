#include "mpi/datatype/pieces.h"

#include <string.h>

/* Returns the run that has this byte of an element's packed bytes. */
static size_t run_of(const struct layout *layout, MPI_Count byte) {
    size_t low = 0, high = layout->run_count - 1;
    while (low < high) {
        size_t middle = (low + high + 1) / 2;
        if (layout->runs[middle].before <= byte)
            low = middle;
        else
            high = middle - 1;
    }
    return low;
}

void pieces_begin(struct pieces *pieces, const struct layout *layout, void *buffer, MPI_Count first,
                  MPI_Count bytes) {
    *pieces = (struct pieces){.layout = layout, .element = buffer, .left = bytes};
    if (bytes == 0)
        return;
    if (layout->contiguous) {
        pieces->element += layout->true_lower + first;
        return;
    }
    pieces->element += first / layout->size * layout_extent(layout);
    MPI_Count byte = first % layout->size;
    pieces->run = run_of(layout, byte);
    byte -= layout->runs[pieces->run].before;
    pieces->repeat = byte / layout->runs[pieces->run].bytes;
    pieces->within = byte % layout->runs[pieces->run].bytes;
}

bool pieces_next(struct pieces *pieces, void **address, size_t *bytes) {
    if (pieces->left == 0)
        return false;
    const struct layout *layout = pieces->layout;
    if (layout->contiguous) {
        *address = pieces->element;
        *bytes = (size_t)pieces->left;
        pieces->left = 0;
        return true;
    }
    const struct run *run = &layout->runs[pieces->run];
    MPI_Count piece = run->bytes - pieces->within;
    if (piece > pieces->left)
        piece = pieces->left;
    *address = pieces->element + run->displacement + pieces->repeat * run->stride + pieces->within;
    *bytes = (size_t)piece;
    pieces->left -= piece;
    pieces->within = 0;
    if (++pieces->repeat == run->repeats) {
        pieces->repeat = 0;
        if (++pieces->run == layout->run_count) {
            pieces->run = 0;
            pieces->element += layout_extent(layout);
        }
    }
    return true;
}

void pieces_copy(struct pieces *from, struct pieces *to) {
    void *source, *target;
    size_t readable = 0, writable = 0;
    while ((readable > 0 || pieces_next(from, &source, &readable)) &&
           (writable > 0 || pieces_next(to, &target, &writable))) {
        size_t bytes = readable < writable ? readable : writable;
        memmove(target, source, bytes);
        source = (char *)source + bytes;
        target = (char *)target + bytes;
        readable -= bytes;
        writable -= bytes;
    }
}

const struct layout pieces_row = {.size = 1, .upper = 1, .true_upper = 1, .contiguous = true};

struct layout pieces_packed(const struct layout *layout) {
    struct layout packed = pieces_row;
    packed.signature = layout->signature;
    packed.signature_count = layout->signature_count;
    return packed;
}

void pieces_pack(const struct layout *layout, const void *buffer, MPI_Count first, void *packed,
                 MPI_Count bytes) {
    struct pieces from, to;
    pieces_begin(&from, layout, (void *)buffer, first, bytes);
    pieces_begin(&to, &pieces_row, packed, 0, bytes);
    pieces_copy(&from, &to);
}

void pieces_unpack(const struct layout *layout, void *buffer, MPI_Count first, const void *packed,
                   MPI_Count bytes) {
    struct pieces from, to;
    pieces_begin(&from, &pieces_row, (void *)packed, 0, bytes);
    pieces_begin(&to, layout, buffer, first, bytes);
    pieces_copy(&from, &to);
}
