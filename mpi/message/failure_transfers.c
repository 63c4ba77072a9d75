#include "mpi/message/failure.h"

#include <stddef.h>

#include "mpi/message/transfer.h"

static struct transfer *of_pattern(struct pattern *pattern) {
    return (struct transfer *)((char *)pattern - offsetof(struct transfer, pattern));
}

/* Fills in the source of a failed receive in its status. */
static void no_message(struct transfer *receive) {
    int dead = receive->world;
    if (dead < 0 && (dead = failure_unacknowledged(receive->context)) < 0)
        dead = (int)node.number;
    receive->source = dead;
    receive->arrived_tag = receive->tag;
    receive->bytes = receive->sent = 0;
}

/* Ends a receive that is not in the list of posted ones. */
static void end_receive(struct transfer *receive, int error) {
    no_message(receive);
    transfer_ends(receive, error == MPIX_ERR_PROC_FAILED_PENDING ? MPIX_ERR_PROC_FAILED : error);
}

void failing_lost(struct transfer *receive) {
    end_receive(receive, MPIX_ERR_PROC_FAILED);
}

/* Lets the waits for a posted receive return with MPIX_ERR_PROC_FAILED_PENDING. The next message
 * that it matches overwrites this. */
static void pend(struct transfer *receive) {
    no_message(receive);
    receive->error = MPIX_ERR_PROC_FAILED_PENDING;
    receive->pends(receive, true);
}

/* Whether a posted receive has to be ended. Its waits have been told if it only pends. */
static bool must_end(struct transfer *receive, int *error) {
    *error = failure_of(receive->context, receive->world);
    if (*error != MPIX_ERR_PROC_FAILED_PENDING || !receive->pends)
        return *error != MPI_SUCCESS;
    if (receive->error != MPIX_ERR_PROC_FAILED_PENDING)
        pend(receive);
    return false;
}

/* What is called when a receive ends may change the list, which is gone through from its beginning
 * then. */
static void end_posted(void) {
    struct pattern *pattern = match_posted;
    while (pattern) {
        int error;
        struct transfer *receive = of_pattern(pattern);
        pattern = pattern->next;
        if (!must_end(receive, &error))
            continue;
        match_remove_posted(&receive->pattern);
        end_receive(receive, error);
        pattern = match_posted;
    }
}

/* Ends a transfer that waits for an answer. Its number stands for nothing any more, and is not
 * given again: an answer may be under way. */
static void end_numbered(struct transfer *transfer, int error) {
    number_retire(transfer->number);
    transfer->number = 0;
    if (transfer->receives) {
        end_receive(transfer, error);
        return;
    }
    transfer->awaits = TRANSFER_NOTHING;
    transfer->cancelling = false;
    transfer->error = error;
    transfer_ends_if_nothing_is_left(transfer);
}

static void end_all_numbered(void) {
    for (uint32_t number = 1; number <= number_most(); number++) {
        struct transfer *transfer = number_find(number);
        if (!transfer)
            continue;
        int error =
            failure_of(transfer->context, transfer->receives ? transfer->source : transfer->world);
        if (error != MPI_SUCCESS)
            end_numbered(transfer, error);
    }
}

/* Sends of this process to itself that no receive has matched. */
static void end_own(void) {
    struct kept *kept = match_kept;
    while (kept) {
        struct transfer *send = kept->own;
        int error = send ? failure_of(send->context, send->world) : MPI_SUCCESS;
        if (error == MPI_SUCCESS) {
            kept = kept->next;
            continue;
        }
        match_remove_kept(kept);
        kept_free(kept);
        transfer_ends(send, error);
        kept = match_kept;
    }
}

void failing_end_all(void) {
    end_posted();
    end_all_numbered();
    end_own();
}

void failing_acknowledged(void) {
    for (struct pattern *pattern = match_posted; pattern; pattern = pattern->next) {
        struct transfer *receive = of_pattern(pattern);
        if (receive->error != MPIX_ERR_PROC_FAILED_PENDING ||
            failure_of(receive->context, receive->world) != MPI_SUCCESS)
            continue;
        receive->error = MPI_SUCCESS;
        receive->pends(receive, false);
    }
}

bool failing_begins(struct transfer *transfer) {
    int error = failure_of(transfer->context, transfer->world);
    if (error == MPI_SUCCESS)
        return false;
    if (!transfer->receives) {
        transfer_ends(transfer, error);
        return true;
    }
    if (error != MPIX_ERR_PROC_FAILED_PENDING || !transfer->pends) {
        end_receive(transfer, error);
        return true;
    }
    transfer->awaits = TRANSFER_POST;
    match_post(&transfer->pattern);
    pend(transfer);
    return true;
}
