/* Waiting in calls, and their description in reports of deadlocks. */
#ifndef MPI_PROGRESS_H
#define MPI_PROGRESS_H

#include "mpi/message/request.h"
#include "mpi/message/transfer.h"
#include "net/wait.h"

/* A report's description of a message: its source or destination, tag, communicator, and count. */
struct request_details progress_details_of(const struct transfer *transfer);

/* A wait of the function `call`. The struct progress, and what it
 * points to, have to stay where they are until the wait ends.
 *
 *     struct progress progress;
 *     progress_begin(&progress, __func__);
 *     progress_tells(&progress, request);
 *     while (!request->done)
 *         active_wait(&progress.waiting);
 */
struct progress {
    struct waiting waiting;
    struct request_details details;
    char text[REQUEST_TEXT_BYTES];
};
void progress_begin(struct progress *progress, const char *call);
void progress_tells(struct progress *progress, MPI_Request request);

/* Waits until a request is done. */
void progress_until_done(const char *call, MPI_Request request);

/* Takes in, forwards and sends messages, once. Each call that has not waited does this. The
 * shortest paths use active_pass instead, which is inlined: in all calls it would take many more
 * instructions. */
void progress_pass(void);

/* Waits until a transfer is done that the function `call` itself has begun, and takes its time by
 * the clock (transfer_take). */
void progress_until_ended(const char *call, struct transfer *transfer);

#endif
