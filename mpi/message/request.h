/* Requests as objects (MPI 5.0, sections 3.7 and 3.9): operations that have been begun, or, if they
 * are persistent, that can be. */
#ifndef MPI_REQUEST_H
#define MPI_REQUEST_H

#include <stdbool.h>
#include <stddef.h>

#include "compiler.h"
#include "cube_abi.h"
#include "mpi.h"

/* A report's description of a request, in a few words and numbers. */
struct request_details {
    struct cube_detail detail[CUBE_DETAILS];
};

/* The functions of a kind of requests. Each kind embeds struct MPI_ABI_Request as the first member
 * of its structure. */
struct request_kind {
    /* Begins the operation of a persistent request, for MPI_Start. Optional. Returns an error
     * class. */
    int (*start)(MPI_Request request);

    /* Called when the program learns that the operation is done. Fills *status, which may be null,
     * except for its MPI_ERROR, and takes the operation's time by the clock (transfer_take).
     * Returns the operation's error class. It may be called several times
     * (MPI_Request_get_status). */
    int (*finish)(MPI_Request request, MPI_Status *status);

    /* Writes the error of a failed operation, and its remedy. Optional. */
    void (*explain)(MPI_Request request, char *text, size_t bytes);

    /* Tries to cancel the operation (section 3.8.4). Null where this is impossible. */
    void (*cancel)(MPI_Request request);

    /* Writes a description for reports of deadlocks, as "source 2, tag 7". Optional. */
    void (*describe)(MPI_Request request, char *text, size_t bytes);

    /* Returns the same information as a few words and numbers, which take less time to put together
     * than a text. May be null. */
    struct request_details (*details)(MPI_Request request);

    /* Frees the memory of a request that is done, or that is inactive, and releases the objects
     * that it used. */
    void (*free)(MPI_Request request);
};

/* The functions `finish` of an operation that cannot fail and whose status says nothing, and `free`
 * of a request that has no more than its memory. */
int request_finish(MPI_Request request, MPI_Status *status);
void request_release(MPI_Request request);

struct MPI_ABI_Request {
    const struct request_kind *kind;
    const char *call; /* the function that made it, for reports: "MPI_Irecv" */
    MPI_Comm comm;    /* an object, with a reference; or null */
    bool persistent;
    bool active;              /* begun, and no wait or test has yet told that it is done */
    bool done;                /* set by the operation, from any wait */
    bool released;            /* by MPI_Request_free: to be freed as soon as it is done */
    MPI_Request older, newer; /* by age, the neighbours among those not freed */
};

/* Fills in the members of a new request. The request is active unless it is persistent. Takes a
 * reference to the communicator, which is an object or null. */
void request_begin(MPI_Request request, const struct request_kind *kind, const char *call,
                   MPI_Comm comm, bool persistent);

/* Called by a request's kind, from any wait, when its operation is done. This may free the
 * request. */
void request_done(MPI_Request request);

/* Frees a request by its kind's function, and gives up its reference to the communicator. */
void request_free(MPI_Request request);

/* Writes the call that has made a request, as "MPI_Irecv(source 2, tag 7, comm MPI_COMM_WORLD,
 * count 1)", into `bytes` bytes; a longer text is cut. */
void request_describe(MPI_Request request, char *text, size_t bytes);
enum { REQUEST_TEXT_BYTES = 160 }; /* room for nearly all such texts */

/* The number of requests that have been made and not freed, and the newest of them, or null. */
extern NODE_LOCAL int request_count;
extern NODE_LOCAL MPI_Request request_newest;

/* Raises an error if one of `count` handles is no request, or if they are at a null pointer.
 * Returns its class, or MPI_SUCCESS. MPI_REQUEST_NULL is a valid handle. */
int request_check(const char *call, int count, const MPI_Request requests[]);

/* Whether a request is MPI_REQUEST_NULL or inactive, so that a wait returns at once. */
static inline bool request_is_idle(MPI_Request request) {
    return request == MPI_REQUEST_NULL || !request->active;
}

/* Ends a wait or test of a request that is done. Fills *status, which may be null, except for its
 * MPI_ERROR. A persistent request becomes inactive; any other is freed, and its handle becomes
 * MPI_REQUEST_NULL. Returns the operation's error class. The error is raised in the function
 * `call`, or not raised yet if `call` is null. */
int request_complete(const char *call, MPI_Request *handle, MPI_Status *status);

/* Complete several requests, one after the other. request_complete_one does this for the next
 * request, which is done or idle. request_complete_ended is called last: it raises
 * MPI_ERR_IN_STATUS if one of them has failed, and returns that or MPI_SUCCESS (section 3.7.5).
 * Null statuses are MPI_STATUSES_IGNORE. */
struct request_results {
    MPI_Status *statuses;
    int known;     /* requests that have a status */
    int failed;    /* requests that have failed */
    MPI_Comm comm; /* of the first request that failed */
};
void request_complete_one(struct request_results *results, MPI_Request *handle);
int request_complete_ended(struct request_results *results, const char *call);

#endif
