/* Rows of blocks that have sizes of their own. */
#include <errno.h>
#include <stdlib.h>

#include "mpi/collective/rows.h"
#include "mpi/datatype/type.h"

/* Does what unequal_rows.extent does, except for the last offset, for blocks that have a type
 * each. */
static struct extent extent_of_each(const struct blocks *blocks, int count, size_t *offsets) {
    struct extent all = {.is_row = true};
    for (int number = 0; number < count; number++) {
        struct part part = blocks_at(blocks, number);
        char *first = (char *)part.address + part.layout->true_lower;
        if (all.bytes == 0)
            all.first = first;
        if (part_size(part) > 0 && (!part.layout->contiguous || first != all.first + all.bytes))
            all.is_row = false;
        if (offsets)
            offsets[number] = (size_t)all.bytes;
        all.bytes += part_size(part);
    }
    return all;
}

/* Does the same for blocks of one type, whose displacements are counted in its extents. Many
 * programs have a block for every process and move few of them, so this loop is kept short. */
static struct extent extent_of_counts(const struct blocks *blocks, int count, size_t *offsets) {
    const struct layout *layout = &type_object(blocks->type)->layout;
    MPI_Count elements = 0, first = 0;
    struct extent all = {.is_row = layout->contiguous || layout->size == 0};
    for (int number = 0; number < count; number++) {
        MPI_Count at =
            blocks->displacements ? blocks->displacements[number] : number * blocks->count;
        if (elements == 0)
            first = at;
        all.is_row &= blocks->counts[number] == 0 || at == first + elements;
        if (offsets)
            offsets[number] = (size_t)(elements * layout->size);
        elements += blocks->counts[number];
    }
    all.first = (char *)blocks->buffer + first * layout_extent(layout) + layout->true_lower;
    all.bytes = elements * layout->size;
    return all;
}

static struct extent extent_of(const struct blocks *blocks, int count, size_t *offsets) {
    struct extent all = blocks->types ? extent_of_each(blocks, count, offsets)
                                      : extent_of_counts(blocks, count, offsets);
    if (offsets)
        offsets[count] = (size_t)all.bytes;
    return all;
}

/* Allocates the offsets. A reduction uses its blocks where they lie, so its rows are complete after
 * this. */
static bool begin(struct rows *rows, const struct collective_call *call) {
    const struct collective_operation *operation = call->operation;
    size_t bytes = ((size_t)call->comm->local->size + 1) * sizeof *rows->send_offsets;
    bool sends = operation->send == SHAPE_EACH && !operation->combines;
    bool receives = operation->receive == SHAPE_EACH;
    if (sends)
        rows->send_offsets = malloc(bytes);
    if (receives)
        rows->receive_offsets = malloc(bytes);
    if ((sends && !rows->send_offsets) || (receives && !rows->receive_offsets))
        return false;
    if (operation->combines) {
        extent_of(&call->receive, call->comm->local->size, rows->receive_offsets);
        rows->send = collective_operand(call).address;
        rows->receive = call->receive.buffer;
    }
    return true;
}

const struct unequal_rows rows_unequal = {.extent = extent_of, .begin = begin};

int rows_tell(const struct cube_choice *choice, const struct collective_call *call,
              const struct blocks *own, size_t *offsets) {
    const struct cube_choice whole = {.dimensions = choice->dimensions};
    int rank = call->comm->rank;
    size_t bytes = ((size_t)call->comm->local->size + 1) * sizeof *offsets;
    int error = cube_bcast_by(&whole, offsets, bytes, &cube_byte, call->root);
    if (error != 0 || own->buffer == MPI_IN_PLACE)
        return error;
    bool match = (size_t)blocks_size(own, 0) == offsets[rank + 1] - offsets[rank];
    return match ? 0 : -EMSGSIZE;
}
