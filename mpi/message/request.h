/* Requests as objects (MPI 5.0, sections 3.7 and 3.9): operations that have been begun, or, if they
 * are persistent, that can be. */
#ifndef MPI_REQUEST_H
#define MPI_REQUEST_H

#include <stdbool.h>

#include "mpi.h"

/* What a kind of operation does with its requests. Each kind embeds struct MPI_ABI_Request as the
 * first member of a structure of its own. */
struct request_kind {
    const char *call; /* the function that made it, for reports: "MPI_Irecv" */

    /* Begins the operation again: of persistent requests alone. Returns an error's class. */
    int (*start)(MPI_Request request);

    /* The operation is done: fills *status, which is not null, and lets go of what it used. */
    void (*finish)(MPI_Request request, MPI_Status *status);

    /* Tries to cancel it, or null where this cannot be (section 3.8.4). */
    void (*cancel)(MPI_Request request);

    /* Frees the memory of a request that is done, or that is inactive. */
    void (*free)(MPI_Request request);
};

struct MPI_ABI_Request {
    const struct request_kind *kind;
    MPI_Comm comm; /* with a reference, or null */
    bool persistent;
    bool active;   /* begun, and no wait or test has told that it is done */
    bool done;     /* set by the operation, from any wait */
    bool released; /* by MPI_Request_free: free it as soon as it is done */
};

/* The operation of a request is done: called by its kind, from any wait. */
void request_done(MPI_Request request);

#endif
