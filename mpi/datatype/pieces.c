#include "mpi/datatype/pieces.h"

#include <string.h>

void pieces_begin(struct pieces *pieces, const struct layout *layout, void *buffer, MPI_Count first,
                  MPI_Count bytes) {
    pieces->layout = layout;
    pieces->element = buffer;
    pieces->byte = 0;
    pieces->left = bytes;
    pieces->repeats = 0;
    if (layout->contiguous) {
        pieces->element += layout->true_lower + first;
        return;
    }
    pieces->element += first / layout->size * layout_extent(layout);
    pieces->byte = first % layout->size;
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
    if (layout->nested)
        return layout->nested->next(pieces, address, bytes);
    /* This is a predefined pair with a gap: inside, so there are two runs, or at its end. */
    const struct run *run = &layout->runs->run[layout->runs->count - 1];
    if (pieces->byte < run->before)
        run--;
    MPI_Count within = pieces->byte - run->before, piece = run->bytes - within;
    if (piece > pieces->left)
        piece = pieces->left;
    *address = pieces->element + run->displacement + within;
    *bytes = (size_t)piece;
    pieces->left -= piece;
    pieces->byte += piece;
    if (pieces->byte == layout->size) {
        pieces->byte = 0;
        pieces->element += layout_extent(layout);
    }
    return true;
}

static void copy_piece_by_piece(struct pieces *from, struct pieces *to) {
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

void pieces_copy(const struct layout *from, const void *source, MPI_Count source_first,
                 const struct layout *to, void *target, MPI_Count target_first, MPI_Count bytes) {
    struct pieces read, written;
    if (bytes == 0)
        return;
    pieces_begin(&read, from, (void *)source, source_first, bytes);
    pieces_begin(&written, to, target, target_first, bytes);
    bool reads_row = from->contiguous, writes_row = to->contiguous;
    if (reads_row && writes_row)
        memmove(written.element, read.element, (size_t)bytes);
    else if (writes_row && from->nested)
        from->nested->copy(&read, written.element, true);
    else if (reads_row && to->nested)
        to->nested->copy(&written, read.element, false);
    else
        copy_piece_by_piece(&read, &written);
}

const struct layout pieces_row = {.size = 1, .upper = 1, .true_upper = 1, .contiguous = true};

struct layout pieces_packed(const struct layout *layout) {
    struct layout packed = pieces_row;
    packed.signature = layout->signature;
    packed.nested = layout->nested;
    return packed;
}

void pieces_pack(const struct layout *layout, const void *buffer, MPI_Count first, void *packed,
                 MPI_Count bytes) {
    pieces_copy(layout, buffer, first, &pieces_row, packed, 0, bytes);
}

void pieces_unpack(const struct layout *layout, void *buffer, MPI_Count first, const void *packed,
                   MPI_Count bytes) {
    pieces_copy(&pieces_row, packed, 0, layout, buffer, first, bytes);
}
