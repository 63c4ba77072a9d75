/* Rows of blocks that have sizes of their own: only operations with such blocks name this function
 * (call.h), so that programs without any are linked without it. */
#include "mpi/collective/rows.h"
#include "mpi/datatype/type.h"

/* Of blocks that have a type each. */
static struct extent extent_of_each(const struct blocks *blocks, int count, size_t *offsets) {
    struct extent all = {.is_row = true};
    for (int number = 0; number < count; number++) {
        struct part part = blocks_at(blocks, number);
        char *first = (char *)part.address + part.layout->true_lower;
        if (all.bytes == 0)
            all.first = first;
        if (part_size(part) > 0 && (!part.layout->contiguous || first != all.first + all.bytes))
            all.is_row = false;
        if (offsets != NULL)
            offsets[number] = (size_t)all.bytes;
        all.bytes += part_size(part);
    }
    return all;
}

/* Of blocks of one type, whose displacements are counted in its extents. There may be a thousand of
 * them, and nothing to move. */
static struct extent extent_of_counts(const struct blocks *blocks, int count, size_t *offsets) {
    const struct layout *layout = &type_object(blocks->type)->layout;
    MPI_Count elements = 0, first = 0;
    struct extent all = {.is_row = layout->contiguous || layout->size == 0};
    for (int number = 0; number < count; number++) {
        MPI_Count at =
            blocks->displacements != NULL ? blocks->displacements[number] : number * blocks->count;
        if (elements == 0)
            first = at;
        all.is_row &= blocks->counts[number] == 0 || at == first + elements;
        if (offsets != NULL)
            offsets[number] = (size_t)(elements * layout->size);
        elements += blocks->counts[number];
    }
    all.first = (char *)blocks->buffer + first * layout_extent(layout) + layout->true_lower;
    all.bytes = elements * layout->size;
    return all;
}

struct extent rows_unequal(const struct blocks *blocks, int count, size_t *offsets) {
    struct extent all = blocks->types != NULL ? extent_of_each(blocks, count, offsets)
                                              : extent_of_counts(blocks, count, offsets);
    if (offsets != NULL)
        offsets[count] = (size_t)all.bytes;
    return all;
}
