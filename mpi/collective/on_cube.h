/* Communicators whose processes are the cube, or a subcube, in the order of ranks. Their blocking
 * calls are carried out by the calls of cube.h; in the strict mode, those whose blocks have sizes
 * of their own are not. Messages between processes do not disturb these calls, which use the links'
 * direct channel.
 *
 * Whether a communicator is of this kind is found from its group, when it is first used. All its
 * processes have the same group, so all of them find the same. All other conditions are also the
 * same at all processes: never an address, nor the layout of a buffer. */
#ifndef MPI_ON_CUBE_H
#define MPI_ON_CUBE_H

#include <stdbool.h>
#include <stddef.h>

#include "compiler.h"
#include "cube.h"
#include "mpi/collective/call.h"
#include "mpi/collective/record.h"
#include "mpi/datatype/type.h"

/* The member `subcube` of a communicator: the set of dimensions in the lowest bits, and these
 * flags. */
enum {
    SUBCUBE_IS = 1 << 16,      /* it is a subcube of one dimension or more */
    SUBCUBE_WHOLE = 1 << 17,   /* it is the whole cube */
    SUBCUBE_CHOOSES = 1 << 18, /* an algorithm may have been chosen for it (choice.c) */
    SUBCUBE_PLAIN = 1 << 19,   /* it is a subcube, no algorithm has been chosen for it, and calls
                                  are not checked more (MPI_STRICT) */
    SUBCUBE_KNOWN = 1 << 20,   /* all this is known */
    SUBCUBE_KEEPS = 1 << 21,   /* its reductions keep to one order (choice_is_reproducible) */
    SUBCUBE_DIMENSIONS = (1 << CUBE_DIMENSIONS) - 1,
};

/* Sets the member `subcube` of a communicator, unless it is set. */
void on_cube_look(MPI_Comm comm);

/* Returns the object of a communicator whose calls may take the shortest ways, or null for any
 * other communicator. Calls begin with this. */
ALWAYS_INLINE MPI_Comm on_cube_plain(MPI_Comm comm) {
    MPI_Comm object = comm == MPI_COMM_WORLD ? &comm_world : comm;
    bool is_plain =
        LIKELY(handle_is_address(object)) && LIKELY((object->subcube & SUBCUBE_PLAIN) != 0);
    return is_plain ? object : NULL;
}

/* Whether such a communicator is the whole cube, for which cube.h has calls without a struct
 * cube_choice. */
ALWAYS_INLINE bool on_cube_is_whole(MPI_Comm comm) {
    return LIKELY((comm->subcube & SUBCUBE_WHOLE) != 0);
}

/* The struct cube_choice of a communicator's subcube, without an algorithm. */
#define ON_CUBE_CHOICE(comm)                                                                       \
    (&(struct cube_choice){.dimensions = (comm)->subcube & SUBCUBE_DIMENSIONS})

/* Elements that lie in a row of bytes. */
struct row {
    void *address;
    size_t bytes;
};

/* Whether `count` elements of a predefined type lie in a row, and nothing is wrong with them as
 * arguments. If so, sets *row. */
ALWAYS_INLINE bool on_cube_row(const void *buffer, int count, MPI_Datatype datatype,
                               struct row *row) {
    uint64_t each = type_plain_bytes(datatype);
    if (UNLIKELY(each == 0 || count < 0 || (uintptr_t)buffer <= (uintptr_t)MPI_IN_PLACE))
        return false;
    row->address = (void *)buffer;
    row->bytes = each * (unsigned)count;
    return true;
}

/* As on_cube_row, for the received data, after that of the sent data, of the same size. Most calls
 * describe both alike. */
ALWAYS_INLINE bool on_cube_received(void *buffer, int count, MPI_Datatype datatype, int sendcount,
                                    MPI_Datatype sendtype, const struct row *sent,
                                    struct row *row) {
    *row = (struct row){buffer, sent->bytes};
    if (LIKELY(datatype == sendtype && count == sendcount))
        return LIKELY((uintptr_t)buffer > (uintptr_t)MPI_IN_PLACE);
    return on_cube_row(buffer, count, datatype, row) && row->bytes == sent->bytes;
}

/* Whether two buffers have no byte in common: the first one begins where the second one ends, or
 * behind that, or ends where the second one begins, or before that. Returns false for empty
 * buffers, which the long way looks at. */
ALWAYS_INLINE bool on_cube_are_apart(const void *one, size_t bytes, const void *other,
                                     size_t others) {
    return LIKELY((uintptr_t)one - (uintptr_t)other + (bytes - 1) >= bytes - 1 + others);
}

/* Raises the error that a call of cube.h has returned. Returns its error code. */
int on_cube_error(MPI_Comm comm, const char *function, int error);

/* Ends a recorded call, and raises the result of a call of cube.h if it is an error. */
ALWAYS_INLINE int on_cube_end(MPI_Comm comm, const char *function, int error) {
    record_end(comm);
    return LIKELY(error == 0) ? MPI_SUCCESS : on_cube_error(comm, function, error);
}

/* Carries out a call if its communicator is a subcube and the operation goes this way. The call's
 * arguments have been checked, and on_cube_look has been called for its communicator. Returns
 * whether it has carried out the call. If so, *error is MPI_SUCCESS or the error code, which has
 * been raised. */
bool on_cube_run(const struct collective_call *call, int *error);

#endif
