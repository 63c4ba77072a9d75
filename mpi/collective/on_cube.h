/* Communicators whose processes are the cube, or a subcube, in the order of ranks: their blocking
 * calls are carried out by the calls of cube.h, which no messages between processes disturb, as
 * they use the links' direct channel.
 *
 * That a communicator is one is seen from its group, when it is first used. All its processes have
 * the same group, so all of them take this way; and what else decides about it is the same at all
 * of them, too: never an address, nor how a buffer is laid out.
 */
#ifndef MPI_ON_CUBE_H
#define MPI_ON_CUBE_H

#include <stdbool.h>
#include <stddef.h>

#include "compiler.h"
#include "cube.h"
#include "mpi/collective/call.h"
#include "mpi/datatype/type.h"

/* What is kept of a communicator in its member `subcube`: the set of dimensions in the lowest bits,
 * and these. */
enum {
    SUBCUBE_IS = 1 << 16,      /* it is a subcube of one dimension or more */
    SUBCUBE_WHOLE = 1 << 17,   /* it is the cube */
    SUBCUBE_CHOOSES = 1 << 18, /* some algorithm has been chosen for it (choice.h) */
    SUBCUBE_KNOWN = 1 << 19,   /* all this is known */
    SUBCUBE_DIMENSIONS = (1 << CUBE_DIMENSIONS) - 1,
};

/* Whether a communicator, which may be null, is known to be a subcube for which nothing is chosen:
 * then the shortest ways are taken, which the calls begin with. */
always_inline bool on_cube_is_plain(MPI_Comm comm) {
    return likely(comm != NULL) &&
           likely((comm->subcube & (SUBCUBE_IS | SUBCUBE_CHOOSES)) == SUBCUBE_IS);
}

/* The choice for a call of cube.h: null for the whole cube, else *choice. */
always_inline const struct cube_choice *on_cube_choice(MPI_Comm comm, struct cube_choice *choice) {
    if (likely((comm->subcube & SUBCUBE_WHOLE) != 0))
        return NULL;
    *choice = (struct cube_choice){.dimensions = comm->subcube & SUBCUBE_DIMENSIONS};
    return choice;
}

/* Elements that lie in a row of bytes. */
struct row {
    void *address;
    size_t bytes;
};

/* Whether `count` elements lie so, and nothing is wrong with them as arguments; and where. */
always_inline bool on_cube_row(const void *buffer, int count, MPI_Datatype datatype,
                               struct row *row) {
    MPI_Datatype type = type_object(datatype);
    if (unlikely(type == NULL) || unlikely(!type->layout.contiguous || !type->committed) ||
        unlikely(count < 0 || (uintptr_t)buffer <= (uintptr_t)MPI_IN_PLACE))
        return false;
    row->address = (char *)buffer + type->layout.true_lower;
    row->bytes = (size_t)(count * type->layout.size);
    return true;
}

/* The type and the operator of cube.h that are these, or null if there are none. */
const struct cube_type *on_cube_type(MPI_Datatype datatype);
const struct cube_op *on_cube_op(MPI_Op op);

/* Ends a call: raises what a call of cube.h has returned. */
int on_cube_error(MPI_Comm comm, const char *function, int error);

always_inline int on_cube_end(MPI_Comm comm, const char *function, int error) {
    return likely(error == 0) ? MPI_SUCCESS : on_cube_error(comm, function, error);
}

/* What calls of cube.h want of a call: the blocks in rows of bytes. */
struct rows {
    void *send, *receive;
    size_t bytes; /* of one block */
    size_t count; /* of a reduction: elements of one block, */
    const struct cube_type *type;
    const struct cube_op *op;
};

/* Carries out a call, whose arguments have been checked, if its communicator is a subcube and the
 * operation goes this way. Returns whether it has done so; then *error is the error code, which has
 * been raised. */
bool on_cube_run(const struct collective_call *call, int *error);

#endif
