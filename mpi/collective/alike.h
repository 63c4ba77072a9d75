/* The checks of MPI_STRICT=1 before a collective call moves data: all processes have called the
 * same function, with the same types. */
#ifndef MPI_ALIKE_H
#define MPI_ALIKE_H

#include "mpi/collective/call.h"

/* Each process of an intracommunicator tells the next one which call it has made and recorded, and
 * each compares this with its own call: the function, the root and the operator (MPI 5.0, section
 * 6.1). If all have to describe the same elements, it also compares the bytes of these and, by a
 * signature, their basic types. Returns an error code, which has been raised, or MPI_SUCCESS. */
int alike_check(const struct collective_call *call);

#endif
