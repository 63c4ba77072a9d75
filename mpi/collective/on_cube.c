#include "mpi/collective/on_cube.h"

#include <errno.h>

#include "mpi/collective/rows.h"
#include "mpi/message/strict.h"
#include "mpi/object/errhandler.h"
#include "mpi/object/error.h"
#include "mpi/operator/operator.h"
#include "mpi/operator/operator_cube.h"
#include "net/system/buffers.h"
#include "net/system/system.h"

/* ---- Which communicators ---- */

/* Returns the set of dimensions of a group that is a subcube, or 0 if it is none. In a subcube,
 * member r is the node whose bits in these dimensions, put together, are r, and whose other bits
 * are those of member 0. */
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
    record_start();
    comm->subcube = SUBCUBE_KNOWN | (choice_is_made(comm) ? SUBCUBE_CHOOSES : 0) |
                    (choice_is_reproducible(comm) ? SUBCUBE_KEEPS : 0);
    if (comm_is_inter(comm) || comm->local->size == 1)
        return;
    uint32_t set = job_survives ? 0 : subcube_of(comm->local); /* see mpi/message/failure.h */
    if (set != 0)
        comm->subcube |= SUBCUBE_IS | set;
    if (set != 0 && (comm->subcube & SUBCUBE_CHOOSES) == 0 && !strict && !buffers_watched)
        comm->subcube |= SUBCUBE_PLAIN;
    if (comm->local->size == cube_nodes() && set != 0)
        comm->subcube |= SUBCUBE_WHOLE;
}

/* ---- Operators ---- */

/* An operator of cube.h gets no context, so the current MPI operator is kept here. */
static NODE_LOCAL struct {
    MPI_Op op;
    MPI_Datatype type;
} applied;

static void apply(const void *left_in, void *right_inout, size_t count,
                  UNUSED const struct cube_type *type) {
    operator_apply(applied.op, left_in, right_inout, (int)count, applied.type);
}

static const struct cube_op commuting = {.function = apply, .commutative = 1};
static const struct cube_op ordered = {.function = apply, .commutative = 0};

/* Sets the operator and the type of a reduction: those of cube.h where it has both, otherwise the
 * operator above and a type in *own, whose elements are bytes in a row. Returns false if the
 * elements have gaps. */
static bool set_reduction(const struct collective_call *call, struct rows *rows,
                          struct cube_type *own) {
    const struct layout *layout = &type_object(call->receive.type)->layout;
    if (!layout->contiguous || layout->true_lower != 0 || layout->size == 0)
        return false;
    rows->type = operator_cube_type(call->receive.type);
    rows->op = operator_cube_op(call->op);
    if (rows->type && rows->op)
        return true;
    *own = (struct cube_type){.bytes = (size_t)layout->size};
    rows->type = own;
    rows->op = operator_commutes(call->op) ? &commuting : &ordered;
    applied.op = call->op;
    applied.type = call->receive.type;
    return true;
}

/* ---- The call ---- */

/* Raises an error for mismatched calls, and names both if the other is known. With
 * MPI_ERRORS_RETURN only the code is returned, because finding the other call takes long. */
static int raise_mismatch(MPI_Comm comm, const char *function, int code) {
    if (comm_errhandler(comm) == MPI_ERRORS_RETURN)
        return code;
    struct comm_call theirs;
    int world = record_find_other(comm, &theirs);
    if (world >= 0)
        return record_raise(comm, function, code, world, &theirs);
    return error_raise(comm, function, code,
                       "another process called another function, or passed other arguments");
}

int on_cube_error(MPI_Comm comm, const char *function, int error) {
    if (error == -ENOMEM)
        return error_raise(comm, function, MPI_ERR_NO_MEM, FULL_HEAP);
    if (error == -EMSGSIZE || error == -EPROTO)
        return raise_mismatch(comm, function, error == -EPROTO ? MPI_ERR_OTHER : MPI_ERR_TRUNCATE);
    if ((comm->subcube & SUBCUBE_CHOOSES) == 0) /* the default algorithms refuse nothing else */
        return collective_too_large(comm, function);
    return error_raise(comm, function, MPI_ERR_ARG,
                       "the selected algorithm does not support this operation or operator");
}

static int make_call(const struct cube_choice *choice, const struct collective_call *call,
                     const struct rows *rows) {
    const struct collective_operation *operation = call->operation;
    if (operation->moves)
        return operation->moves(choice, rows->send, rows->receive, rows->bytes);
    if (operation->moves_at)
        return operation->moves_at(choice, rows->send, rows->receive, rows->bytes, call->root);
    if (operation->reduces)
        return operation->reduces(choice, rows->send, rows->receive, rows->count, rows->type,
                                  rows->op);
    return operation->by_cube(choice, call, rows);
}

bool on_cube_run(const struct collective_call *call, int *error) {
    MPI_Comm comm = call->comm;
    if ((comm->subcube & SUBCUBE_IS) == 0 || call->operation->of_neighbours)
        return false;
    if (strict && call->operation->unequal)
        return false; /* it goes by messages, which tell the types of each block */
    struct rows rows = {0};
    struct cube_type own;
    if (call->operation->combines && (comm->subcube & SUBCUBE_KEEPS) != 0)
        return false;
    if (call->operation->combines && !set_reduction(call, &rows, &own))
        return false;
    struct cube_choice choice = {.dimensions = comm->subcube & SUBCUBE_DIMENSIONS};
    if ((comm->subcube & SUBCUBE_CHOOSES) != 0)
        choice.algorithm = choice_algorithm(comm, call->operation->name);
    explain_on_cube(call, choice.algorithm);
    buffers_are_own(true); /* collective_check has told of the program's */
    int result = rows_make(&rows, call) ? make_call(&choice, call, &rows) : -ENOMEM;
    buffers_are_own(false);
    rows_end(&rows, call, result == 0);
    *error = result == 0 ? MPI_SUCCESS : on_cube_error(comm, call->function, result);
    return true;
}
