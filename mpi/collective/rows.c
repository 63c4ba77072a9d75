#include "mpi/collective/rows.h"

#include <stdlib.h>

/* Returns how the blocks of an operation lie. If they have different sizes and `offsets` is not
 * null, also sets offsets[k] to where block k would begin in a row, and offsets[count] to where the
 * last block would end. */
static struct extent extent_of(const struct collective_operation *operation,
                               const struct blocks *blocks, int count, size_t *offsets) {
    if (operation->unequal && (blocks->types || blocks->counts))
        return operation->unequal->extent(blocks, count, offsets);
    struct part part = blocks_at(blocks, 0);
    return (struct extent){(char *)part.address + part.layout->true_lower, count * part_size(part),
                           part.layout->contiguous};
}

/* Copies all blocks to a row, or `back` from there. */
static void copy_blocks(const struct blocks *blocks, int count, char *row, bool back) {
    for (int number = 0; number < count; number++) {
        struct part part = blocks_at(blocks, number);
        struct part bytes = part_of_bytes(row, part_size(part));
        part_copy(back ? &bytes : &part, back ? &part : &bytes);
        row += part_size(part);
    }
}

/* Sets *row to where the blocks lie, if that is a row already and they need not be copied,
 * otherwise to a copy of them in *memory. Returns whether there was memory. */
static bool pack(const struct collective_operation *operation, const struct blocks *blocks,
                 int count, bool copies, size_t *offsets, void **row, void **memory) {
    struct extent all = extent_of(operation, blocks, count, offsets);
    *row = all.first;
    if (!copies && all.is_row)
        return true;
    *row = *memory = malloc((size_t)all.bytes + 1);
    if (*memory)
        copy_blocks(blocks, count, *memory, false);
    return *memory;
}

/* With MPI_IN_PLACE, a process sends what lies where it receives: its own block, or all blocks.
 * This is copied first, unless the operation may have one buffer for both. Reductions may, except
 * those that scatter their result and those whose member `copies` is set. */
static bool pack_in_place(struct rows *rows, const struct collective_call *call) {
    const struct collective_operation *operation = call->operation;
    struct blocks own = call->receive;
    int count = collective_send_blocks(call);
    if (!operation->combines && operation->send == SHAPE_ONE) {
        struct part part = blocks_at(&own, call->comm->rank);
        own = (struct blocks){.buffer = part.address, .type = own.type, .count = part.count};
    }
    bool copies = !operation->combines || operation->send == SHAPE_EACH || operation->copies;
    return pack(operation, &own, count, copies, rows->send_offsets, &rows->send,
                &rows->send_memory);
}

static bool make_send(struct rows *rows, const struct collective_call *call) {
    if (collective_sends_in_place(call))
        return pack_in_place(rows, call);
    if (!call->sends)
        return true;
    struct blocks send = call->operation->combines ? call->receive : call->send;
    send.buffer = call->send.buffer;
    return pack(call->operation, &send, collective_send_blocks(call), false, rows->send_offsets,
                &rows->send, &rows->send_memory);
}

/* With MPI_IN_PLACE, the root of a scatter has its own block already, and the block that comes is
 * thrown away. At the root of a broadcast the row has to hold what is sent, so what lies there is
 * packed. */
static bool make_receive(struct rows *rows, const struct collective_call *call) {
    const struct collective_operation *operation = call->operation;
    if (!call->receives)
        return true;
    if (collective_receives_in_place(call)) {
        MPI_Count bytes = blocks_size(&call->send, call->comm->rank);
        rows->receive = rows->receive_memory = malloc((size_t)bytes + 1);
        return rows->receive;
    }
    int count = operation->combines ? 1 : collective_receive_blocks(call);
    if (operation->root == ROOT_HAS)
        return pack(operation, &call->receive, count, false, NULL, &rows->receive,
                    &rows->receive_memory);
    struct extent all = extent_of(operation, &call->receive, count, rows->receive_offsets);
    rows->receive = all.first;
    if (!all.is_row)
        rows->receive = rows->receive_memory = malloc((size_t)all.bytes + 1);
    return all.is_row || rows->receive;
}

/* Sets the size of a block from the arguments that mean something at this process. */
static void set_size(struct rows *rows, const struct collective_call *call) {
    const struct blocks *block = collective_described(call);
    rows->bytes = (size_t)blocks_size(block, 0);
    rows->count = (size_t)block->count;
}

bool rows_make(struct rows *rows, const struct collective_call *call) {
    const struct collective_operation *operation = call->operation;
    if (operation->send == SHAPE_NONE && operation->receive == SHAPE_NONE)
        return true;
    if (!operation->unequal)
        set_size(rows, call);
    else if (!operation->unequal->begin(rows, call))
        return false;
    else if (operation->combines)
        return true;
    return make_send(rows, call) && make_receive(rows, call);
}

void rows_end(struct rows *rows, const struct collective_call *call, bool succeeded) {
    if (succeeded && rows->receive_memory && !collective_receives_in_place(call))
        copy_blocks(&call->receive, collective_receive_blocks(call), rows->receive_memory, true);
    free(rows->send_memory);
    free(rows->receive_memory);
    free(rows->send_offsets);
    free(rows->receive_offsets);
}
