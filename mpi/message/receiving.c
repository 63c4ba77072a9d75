/* Receives, waiting, start and end of transfers. */
#include "mpi/message/arrive.h"
#include "mpi/message/eager.h"
#include "mpi/message/finish.h"
#include "mpi/message/number.h"
#include "mpi/message/state.h"
#include "mpi/message/strict.h"
#include "net/wait.h"

void transfer_receive(struct transfer *transfer) {
    transfer_begins(transfer, true);
    transfer->pattern = match_pattern(transfer->context, transfer->tag, transfer->world);
    struct kept *kept = match_kept != NULL ? match_take_kept(&transfer->pattern) : NULL;
    if (kept != NULL) {
        transfer_receive_kept(transfer, kept);
        return;
    }
    transfer->awaits = TRANSFER_POST;
    match_post(&transfer->pattern);
}

void transfer_receive_this(struct transfer *transfer, struct kept *kept) {
    transfer_begins(transfer, true);
    transfer_receive_kept(transfer, kept);
}

/* ---- Waiting ---- */

void transfer_take(struct transfer *transfer) {
    if (LIKELY(!node.time.on))
        return;
    uint32_t other = (uint32_t)(transfer->receives ? transfer->source : transfer->world);
    if (transfer->stamp != 0 && other != node.number)
        active_take(other, transfer->stamp, transfer->receives ? (size_t)transfer->bytes : 0);
}

void transfer_poll(void) {
    active_poll();
}

void transfer_wait(struct transfer *transfer, const char *call) {
    const struct cube_detail details[CUBE_DETAILS] = {
        {(uintptr_t) "rank of MPI_COMM_WORLD ", 0, transfer->world}};
    struct waiting waiting = wait_begin(call, CUBE_NOBODY, 0);
    waiting.details = details;
    while (!transfer->done)
        active_wait(&waiting);
    transfer_take(transfer);
}

bool transfer_start(void) {
    strict_start();
    finish_start();
    match_start();
    bool started = eager_start();
    arrive_start();
    if (!started)
        active_stop();
    return started;
}

void transfer_end(void) {
    active_stop();
    number_end();
    match_end();
    eager_end();
}
