/* Operations on the window of another process, as their origin carries them out (MPI 5.0, section
 * 12.3). */
#ifndef MPI_WINDOW_OPERATION_H
#define MPI_WINDOW_OPERATION_H

#include <stdbool.h>

#include "mpi/datatype/layout.h"
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

/* ---- Elements of accumulates ----
 *
 * The elements of which accumulates consist: those of one predefined type, the same at all sides
 * (MPI 5.0, section 12.3.4). */

/* Returns the number of the one predefined type of which a type is made, or -1. */
int elements_basic(MPI_Datatype type);

/* A layout in which each element of a pair is one piece, with its gap. */
struct elements_wide {
    struct layout layout;
    struct runs *runs;
};

/* Makes such a layout of another one, of elements of the basic type `number`, and sets *used to it.
 * A null layout stays null. Returns whether there was memory. */
bool elements_widen(struct elements_wide *wide, const struct layout *layout, int number,
                    const struct layout **used);
void elements_free(struct elements_wide *wide);

#endif
