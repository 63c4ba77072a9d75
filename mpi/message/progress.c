#include "mpi/message/progress.h"

/* The name of a function without the P of its twin. */
static const char *name_of(const char *call) {
    return call + (call[0] == 'P');
}

struct waiting progress_begin(const char *call, int count, const MPI_Request requests[]) {
    (void)count;
    (void)requests;
    return wait_begin(name_of(call), CUBE_NOBODY, 0);
}

void progress_until_done(const char *call, MPI_Request request) {
    if (request->done)
        return;
    struct waiting waiting = progress_begin(call, 1, &request);
    while (!request->done)
        active_wait(&waiting);
}

void progress_until_ended(const char *call, struct transfer *transfer) {
    if (!transfer->done)
        transfer_wait(transfer, name_of(call));
    else
        transfer_take(transfer);
}
