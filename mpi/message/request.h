/* Requests as objects (MPI 5.0, sections 3.7 and 3.9): operations that have been begun, or, if they
 * are persistent, that can be. */
#ifndef MPI_REQUEST_H
#define MPI_REQUEST_H

#include <stdbool.h>
#include <stddef.h>

#include "compiler.h"
#include "mpi.h"

struct progress_details;

/* What a kind of operation does with its requests. Each kind embeds struct MPI_ABI_Request as the
 * first member of a structure of its own. */
struct request_kind {
    /* Begins the operation again: of persistent requests alone. Returns an error's class. */
    int (*start)(MPI_Request request);

    /* The operation is done, and the program learns that: fills *status, which may be null, but for
     * its MPI_ERROR, and takes the operation's time by the clock (transfer_take). Returns the
     * operation's error class. It may be called several times (MPI_Request_get_status). */
    int (*finish)(MPI_Request request, MPI_Status *status);

    /* Writes what was wrong with an operation that has failed, and what to do. May be null. */
    void (*explain)(MPI_Request request, char *text, size_t bytes);

    /* Tries to cancel it, or null where this cannot be (section 3.8.4). */
    void (*cancel)(MPI_Request request);

    /* Writes what a wait for it waits for, for reports of deadlocks, like "source 2, tag 7". May be
     * null. */
    void (*describe)(MPI_Request request, char *text, size_t bytes);

    /* The same as a few words and numbers, which take less time to put together. May be null. */
    struct progress_details (*details)(MPI_Request request);

    /* Frees the memory of a request that is done, or that is inactive, and lets go of what it
     * used. */
    void (*free)(MPI_Request request);
};

struct MPI_ABI_Request {
    const struct request_kind *kind;
    const char *call; /* the function that made it, for reports: "MPI_Irecv" */
    MPI_Comm comm;    /* an object, with a reference; or null */
    bool persistent;
    bool active;              /* begun, and no wait or test has told that it is done */
    bool done;                /* set by the operation, from any wait */
    bool released;            /* by MPI_Request_free: free it as soon as it is done */
    MPI_Request older, newer; /* those that were made before it and after it, and not freed */
};

/* A new request's first members. It is active unless it is persistent. `call` may begin with a P.
 * Takes a reference to the communicator, an object, which may be null. */
void request_begin(MPI_Request request, const struct request_kind *kind, const char *call,
                   MPI_Comm comm, bool persistent);

/* The operation of a request is done: called by its kind, from any wait. The request may be freed
 * by it. */
void request_done(MPI_Request request);

/* Frees a request by its kind's function, and its reference to the communicator. */
void request_free(MPI_Request request);

/* Requests that have been made and not freed, and the newest of them, or null. */
extern NODE_LOCAL int request_count;
extern NODE_LOCAL MPI_Request request_newest;

/* Raises that a handle is none, and returns the class, or MPI_SUCCESS. MPI_REQUEST_NULL is one. */
int request_check(const char *call, MPI_Request request);
int request_check_all(const char *call, int count, const MPI_Request requests[]);

/* Whether a wait for this request has nothing to wait for: a null one, or an inactive one. */
static inline bool request_is_idle(MPI_Request request) {
    return request == MPI_REQUEST_NULL || !request->active;
}

/* What a wait or test does with a request that is done: fills *status, which may be null, but for
 * its MPI_ERROR, and makes the request inactive or, unless it is persistent, frees it and sets the
 * handle to MPI_REQUEST_NULL. Returns the operation's error class, raised in the function `call`;
 * or, if that is null, not raised yet. */
int request_complete(const char *call, MPI_Request *handle, MPI_Status *status);

/* The same for the i-th of several requests, of which request_complete_ended is called last. It
 * raises MPI_ERR_IN_STATUS if one of them has failed, and returns that or MPI_SUCCESS (section
 * 3.7.5). Null statuses are MPI_STATUSES_IGNORE. */
struct request_results {
    MPI_Status *statuses;
    int known;     /* how many have a status */
    int failed;    /* how many have failed */
    MPI_Comm comm; /* of the first that failed */
};
void request_complete_one(struct request_results *results, MPI_Request *handle);
void request_pending_one(struct request_results *results);
int request_complete_ended(struct request_results *results, const char *call);

#endif
