#include "mpi/message/transfer.h"

#include <stdlib.h>

#include "mpi/message/answer.h"
#include "mpi/message/failure.h"
#include "mpi/message/request.h"
#include "mpi/object/error.h"

/* Returns the message that its sender calls by this number, or null if a receive has matched it.
 * `answered`: the sender waits for an answer to the message. Its number is then one that
 * number_give has made, and otherwise the message's identity. */
static struct kept *find(uint32_t source, uint64_t key, uint64_t number, bool answered) {
    for (struct kept *kept = match_kept; kept; kept = kept->next)
        if (kept->source == source && kept->key == key && kept->number == number &&
            (kept->answered || !kept->whole) == answered)
            return kept;
    return NULL;
}

static void discard(struct kept *kept) {
    match_remove_kept(kept);
    if (kept->whole)
        answer_give_back(kept->source, kept->bytes, kept->stamp);
    kept_free(kept);
}

/* Returns what sends the message of a request in the buffered mode from its block, as long as that
 * waits for the receiver, or null. Both have the message's identity. */
static struct transfer *in_block(const struct transfer *send) {
    for (uint32_t number = number_most(); number > 0; number--) {
        struct transfer *found = number_find(number);
        if (found && found != send && !found->receives && found->identity == send->identity)
            return found;
    }
    return NULL;
}

static void end_cancelled(struct transfer *send) {
    send->cancelled = true;
    send->awaits = TRANSFER_NOTHING;
    transfer_ends_if_nothing_is_left(send);
}

static void cancel_receive(struct transfer *receive) {
    if (receive->awaits != TRANSFER_POST || !match_remove_posted(&receive->pattern))
        return;
    receive->cancelled = true;
    transfer_ends(receive, MPI_SUCCESS);
}

/* Cancels a message of this process to itself. */
static void cancel_own(struct transfer *send, bool *done) {
    struct kept *kept = match_kept;
    while (kept && (kept->source != node.number || kept->number != send->identity))
        kept = kept->next;
    if (!kept)
        return;
    struct transfer *own = kept->own;
    discard(kept);
    *done = false;
    if (own && own != send)
        end_cancelled(own); /* it was in the block of a buffer */
    end_cancelled(send);
}

void cancel_transfer(struct transfer *transfer, bool *done) {
    if (transfer->receives) {
        cancel_receive(transfer);
        return;
    }
    uint32_t to = (uint32_t)transfer->world;
    if (transfer->cancelling || transfer->cancelled || transfer->identity == 0)
        return;
    if (to == node.number) {
        cancel_own(transfer, done);
        return;
    }
    if (failure_is_dead(to))
        return;
    const struct transfer *block = transfer->number == 0 ? in_block(transfer) : NULL;
    bool answered = block || transfer->number != 0;
    uint64_t name = block ? block->number : answered ? transfer->number : transfer->identity;
    if (transfer->number == 0)
        transfer->number = number_give(transfer);
    if (transfer->number == 0)
        return; /* without memory it is not cancelled */
    transfer->cancelling = true;
    transfer->done = *done = false;
    answer_send(to,
                (struct envelope){.kind = ENVELOPE_CANCEL,
                                  .key = match_key(transfer->context, transfer->tag),
                                  .number = transfer->number,
                                  .bytes = name,
                                  .signature = answered},
                transfer_now());
}

void cancel_asked(uint32_t source, const struct envelope *envelope, uint64_t stamp) {
    struct kept *kept = find(source, envelope->key, envelope->bytes, envelope->signature != 0);
    bool found = kept && (kept->here || !kept->whole);
    if (found)
        discard(kept);
    answer_send(source,
                (struct envelope){.kind = found ? ENVELOPE_CANCELLED : ENVELOPE_TOO_LATE,
                                  .number = envelope->number},
                stamp);
}

void cancel_answered(struct transfer *send, bool cancelled) {
    struct transfer *block = cancelled ? in_block(send) : NULL;
    send->cancelling = false;
    if (block)
        end_cancelled(block);
    if (cancelled)
        end_cancelled(send);
    else
        transfer_ends_if_nothing_is_left(send);
}

int MPI_Cancel(MPI_Request *request) {
    RETURN_IF_NULL(request);
    if (!handle_is_address(*request))
        return FAIL(MPI_ERR_REQUEST, "the request is MPI_REQUEST_NULL, or none");
    if (!(*request)->kind->cancel)
        return FAIL(MPI_ERR_REQUEST, "an operation of %s cannot be cancelled", (*request)->call);
    if ((*request)->active)
        (*request)->kind->cancel(*request);
    return MPI_SUCCESS;
}
