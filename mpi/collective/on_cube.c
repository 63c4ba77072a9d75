#include "mpi/collective/on_cube.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "mpi/collective/choice.h"
#include "mpi/object/error.h"
#include "mpi/operator/operator.h"

/* ---- Which communicators ---- */

/* The set of dimensions of a group that is a subcube: member r is the node whose bits of this set,
 * packed, are r, and whose other bits are those of member 0. Returns 0 if it is none. */
static uint32_t subcube_of(const struct MPI_ABI_Group *group) {
    uint32_t set = 0, before = 0;
    int size = group->size, first = group->world[0];
    if ((size & (size - 1)) != 0)
        return 0;
    for (int bit = 1; bit < size; bit *= 2) {
        uint32_t difference = (uint32_t)(group->world[bit] ^ first);
        if ((difference & (difference - 1)) != 0 || difference <= before)
            return 0;
        before = difference;
        set |= difference;
    }
    if (((uint32_t)first & set) != 0)
        return 0;
    for (int rank = 1; rank < size; rank++) {
        int rest = rank & (rank - 1), bit = rank ^ rest;
        if (group->world[rank] != (group->world[rest] ^ group->world[bit] ^ first))
            return 0;
    }
    return set;
}

void on_cube_look(MPI_Comm comm) {
    if ((comm->subcube & SUBCUBE_KNOWN) != 0)
        return;
    comm->subcube = SUBCUBE_KNOWN | (choice_is_made(comm) ? SUBCUBE_CHOOSES : 0);
    if (comm_is_inter(comm) || comm->local->size == 1)
        return;
    uint32_t set = subcube_of(comm->local);
    if (set != 0)
        comm->subcube |= SUBCUBE_IS | set;
    if (comm->local->size == cube_nodes() && set != 0)
        comm->subcube |= SUBCUBE_WHOLE;
}

/* ---- Types and operators ---- */

#define TYPE(handle) [(uintptr_t)(handle)-ON_CUBE_FIRST_TYPE]
const struct cube_type *const on_cube_types[ON_CUBE_TYPES] = {
    TYPE(MPI_INT) = &cube_int32,
    TYPE(MPI_INT32_T) = &cube_int32,
    TYPE(MPI_UNSIGNED) = &cube_uint32,
    TYPE(MPI_UINT32_T) = &cube_uint32,
    TYPE(MPI_LONG) = &cube_int64,
    TYPE(MPI_LONG_LONG) = &cube_int64,
    TYPE(MPI_INT64_T) = &cube_int64,
    TYPE(MPI_UNSIGNED_LONG) = &cube_uint64,
    TYPE(MPI_UNSIGNED_LONG_LONG) = &cube_uint64,
    TYPE(MPI_UINT64_T) = &cube_uint64,
    TYPE(MPI_FLOAT) = &cube_float,
    TYPE(MPI_DOUBLE) = &cube_double,
};

#define OP(handle) [(uintptr_t)(handle)-ON_CUBE_FIRST_OP]
const struct cube_op *const on_cube_ops[ON_CUBE_OPS] = {
    OP(MPI_SUM) = &cube_sum,      OP(MPI_MIN) = &cube_min,  OP(MPI_MAX) = &cube_max,
    OP(MPI_PROD) = &cube_product, OP(MPI_BAND) = &cube_and, OP(MPI_BOR) = &cube_or,
    OP(MPI_BXOR) = &cube_xor,
};

/* Operators of cube.h are given no context, so what they stand for at the moment is here. */
static NODE_LOCAL struct {
    MPI_Op op;
    MPI_Datatype type;
} applied;

static void apply(const void *left_in, void *right_inout, size_t count,
                  const struct cube_type *type) {
    (void)type;
    operator_apply(applied.op, left_in, right_inout, (int)count, applied.type);
}

static const struct cube_op commuting = {.function = apply, .commutative = 1};
static const struct cube_op ordered = {.function = apply, .commutative = 0};

/* Sets what a reduction combines by: what cube.h has for it, or the operator above, on elements
 * without a kind. Those have to be bytes in a row. Returns whether they are. */
static bool set_reduction(const struct collective_call *call, struct rows *rows,
                          struct cube_type *own) {
    const struct layout *layout = &type_object(call->receive.type)->layout;
    if (!layout->contiguous || layout->true_lower != 0 || layout->size == 0)
        return false;
    rows->type = on_cube_type(call->receive.type);
    rows->op = on_cube_op(call->op);
    if (rows->type != NULL && rows->op != NULL)
        return true;
    *own = (struct cube_type){.bytes = (size_t)layout->size};
    rows->type = own;
    rows->op = operator_commutes(call->op) ? &commuting : &ordered;
    applied.op = call->op;
    applied.type = call->receive.type;
    return true;
}

/* ---- Rows ---- */

/* Whether blocks lie in one row of bytes. All have one count. */
static bool is_row(const struct blocks *blocks) {
    return type_object(blocks->type)->layout.contiguous;
}

/* Copies all blocks to a row, or back. */
static void copy_blocks(const struct blocks *blocks, int count, void *row, bool back) {
    for (int number = 0; number < count; number++) {
        struct part part = blocks_at(blocks, number);
        struct part bytes = part_of_bytes((char *)row + number * part_size(part), part_size(part));
        part_copy(back ? bytes : part, back ? part : bytes);
    }
}

/* The memory of rows that do not lie where the arguments say. */
struct memory {
    void *send, *receive;
};

/* What lies in a row already, or a copy of it in *memory. Returns null without memory. */
static void *packed(const struct blocks *blocks, int count, bool copies, void **memory) {
    struct part first = blocks_at(blocks, 0);
    if (is_row(blocks) && !copies)
        return (char *)first.address + first.layout->true_lower;
    *memory = malloc((size_t)(count * part_size(first)) + 1);
    if (*memory != NULL)
        copy_blocks(blocks, count, *memory, false);
    return *memory;
}

/* In place, what is sent is what lies where the own block, or all of them, come. It is copied,
 * unless the operation may have one buffer for both, as reductions that are no scatters may. */
static void *packed_in_place(const struct collective_call *call, void **memory) {
    const struct operation *operation = call->operation;
    struct blocks own = call->receive;
    int count = collective_send_blocks(call);
    if (!operation->combines && operation->send == SHAPE_ONE)
        own.buffer = blocks_at(&own, call->comm->rank).address;
    bool copies = !operation->combines || operation->send == SHAPE_EACH || operation->copies;
    return packed(&own, count, copies, memory);
}

/* Fills in the rows of a call. Returns whether there was memory. */
static bool make_rows(const struct collective_call *call, struct rows *rows,
                      struct memory *memory) {
    const struct operation *operation = call->operation;
    const struct blocks *block = operation->send == SHAPE_NONE || operation->combines ||
                                         !collective_sends(call) || collective_sends_in_place(call)
                                     ? &call->receive
                                     : &call->send;
    if (operation->send == SHAPE_NONE && operation->receive == SHAPE_NONE)
        return true;
    rows->bytes = (size_t)blocks_size(block, 0);
    rows->count = (size_t)block->count;
    if (collective_sends_in_place(call)) {
        rows->send = packed_in_place(call, &memory->send);
    } else if (collective_sends(call)) {
        struct blocks send = operation->combines ? call->receive : call->send;
        send.buffer = call->send.buffer;
        rows->send = packed(&send, collective_send_blocks(call), false, &memory->send);
    }
    if (collective_receives_in_place(call))
        rows->receive = memory->receive = malloc(rows->bytes + 1);
    else if (collective_receives(call) && is_row(&call->receive))
        rows->receive = packed(&call->receive, 1, false, &memory->receive);
    else if (collective_receives(call))
        rows->receive =
            packed(&call->receive, collective_receive_blocks(call), true, &memory->receive);
    return rows->bytes == 0 || ((rows->send != NULL || !collective_sends(call)) &&
                                (rows->receive != NULL || !collective_receives(call)));
}

/* ---- The call ---- */

int on_cube_error(MPI_Comm comm, const char *function, int error) {
    if (error == -ENOMEM)
        return error_raise(comm, function, MPI_ERR_NO_MEM,
                           "the heap is full: give cuberun more with --heap");
    if (error == -EMSGSIZE)
        return error_raise(comm, function, MPI_ERR_TRUNCATE,
                           "another process of the communicator gave another size: counts or "
                           "types do not match");
    if (error == -EPROTO)
        return error_raise(comm, function, MPI_ERR_OTHER,
                           "another process of the communicator has called another function, or "
                           "this one with another root, type or operator");
    return error_raise(comm, function, MPI_ERR_ARG,
                       "the cube refuses the call: an algorithm was chosen that is none of this "
                       "operation, or that it cannot take for this operator");
}

bool on_cube_run(const struct collective_call *call, int *error) {
    MPI_Comm comm = call->comm;
    if ((comm->subcube & SUBCUBE_IS) == 0 || call->operation->by_cube == NULL)
        return false;
    struct rows rows = {0};
    struct memory memory = {0};
    struct cube_type own;
    if (call->operation->combines && !set_reduction(call, &rows, &own))
        return false;
    struct cube_choice choice = {.dimensions = comm->subcube & SUBCUBE_DIMENSIONS};
    if ((comm->subcube & SUBCUBE_CHOOSES) != 0)
        choice.algorithm = choice_algorithm(comm, call->operation->name);
    int result =
        make_rows(call, &rows, &memory) ? call->operation->by_cube(&choice, call, &rows) : -ENOMEM;
    if (result == 0 && collective_receives(call) && !collective_receives_in_place(call) &&
        memory.receive != NULL)
        copy_blocks(&call->receive, collective_receive_blocks(call), memory.receive, true);
    free(memory.send);
    free(memory.receive);
    *error = on_cube_end(comm, call->function, result);
    return true;
}
