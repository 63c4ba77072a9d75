/* Operations on the window of another process, as their origin carries them out (MPI 5.0, section
 * 12.3). */
#ifndef MPI_WINDOW_OPERATION_H
#define MPI_WINDOW_OPERATION_H

#include "mpi/window/target.h"

/* The most bytes of a put or a get that goes straight from memory to memory. */
#define STRAIGHT_MOST ((size_t)1 << 30)

/* Elements at one of the places that an operation has: the origin's memory, that for the result, or
 * the target's window. */
struct side {
    void *buffer; /* not of the target */
    int count;
    MPI_Datatype datatype; /* the handle; after the checks, the object */
};

struct operation {
    const char *call; /* the function that the program has called */
    MPI_Win window;
    int rank;
    enum packet_kind kind;
    MPI_Op op;
    struct side origin, result, target; /* a missing one has a null type */
    MPI_Aint displacement;              /* in the target's units; after the checks, in bytes */
    int basic;       /* the number of the basic type of all elements, or -1 where it may be any */
    MPI_Count bytes; /* that are read or written in the window, after the checks */
    struct window_request *request; /* or null */
};

/* Checks an operation, and begins it. Returns MPI_SUCCESS or an error, which has been raised. */
int operation_begin(struct operation *operation);

/* The same, with a request: the call's last argument. */
int operation_request(struct operation *operation, MPI_Request *request);

#endif
