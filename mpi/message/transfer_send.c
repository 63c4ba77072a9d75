/* Sends, and the receiver's answers. */
#include <stddef.h>
#include <stdlib.h>

#include "mpi/datatype/pieces.h"
#include "mpi/message/answer.h"
#include "mpi/message/eager.h"
#include "mpi/message/explore.h"
#include "mpi/message/failure.h"
#include "mpi/message/finalize.h"
#include "mpi/message/transfer.h"
#include "mpi/object/errhandler.h"

/* The identity of the last message that was sent. */
static NODE_LOCAL uint32_t identity;

uint32_t transfer_next_identity(void) {
    return identity + 1;
}

static void left(struct active_sending *sending) {
    struct transfer *transfer =
        (struct transfer *)((char *)sending - offsetof(struct transfer, sending));
    transfer->leaving = false;
    transfer_ends_if_nothing_is_left(transfer);
}

/* Sends the envelope with `bytes` bytes of data behind it. */
static void emit(struct transfer *transfer, struct envelope envelope, const void *data,
                 uint64_t bytes, uint64_t time) {
    uint32_t to = (uint32_t)transfer->world;
    const struct active_header header = answer_header(to, envelope);
    if (bytes == 0 && active_send_short(to, &header, NULL, 0)) {
        transfer_ends_if_nothing_is_left(transfer);
        return;
    }
    transfer->sending = (struct active_sending){
        .header = header,
        .data = data,
        .bytes = bytes,
        .to = to,
        .left = left,
    };
    if (time != 0)
        active_send_from(&transfer->sending, time);
    else
        active_send(&transfer->sending);
    transfer->leaving = !active_has_left(&transfer->sending);
    transfer_ends_if_nothing_is_left(transfer);
}

/* Returns the first `bytes` packed bytes of a send, in one piece, or null without memory. */
static const void *data_of(struct transfer *transfer, MPI_Count bytes) {
    const void *piece = transfer_piece(transfer, bytes);
    if (piece || bytes == 0)
        return piece;
    transfer->packed = malloc((size_t)bytes);
    if (transfer->packed)
        pieces_pack(transfer->layout, transfer->buffer, 0, transfer->packed, bytes);
    return transfer->packed;
}

void transfer_send(struct transfer *transfer) {
    transfer_begins(transfer, false);
    MPI_Count bytes = transfer->sent = transfer->bytes = transfer->count * transfer->layout->size;
    uint32_t to = (uint32_t)transfer->world;
    transfer->identity = ++identity;
    if (UNLIKELY(exploring))
        transfer->order = explore_sends((struct explore_transfer){transfer->comm, transfer->context,
                                                                  transfer->world, transfer->tag});
    if (UNLIKELY(job_survives) && failing_begins(transfer))
        return;
    if (to == node.number) {
        self_send(transfer);
        return;
    }
    struct envelope envelope = {.key = match_key(transfer->context, transfer->tag),
                                .number = transfer->identity,
                                .signature = transfer_signature(transfer, bytes),
                                .bytes = (uint64_t)bytes};
    bool whole = eager_spend(to, (uint64_t)bytes);
    const void *data = whole ? data_of(transfer, bytes) : NULL;
    if (!whole || transfer->mode == TRANSFER_SYNCHRONOUS)
        envelope.number = transfer->number = number_give(transfer);
    if ((whole && !data && bytes > 0) ||
        (transfer->number == 0 && (!whole || transfer->mode == TRANSFER_SYNCHRONOUS))) {
        if (whole)
            eager_with(to)->spent -= (uint32_t)bytes + EAGER_COST;
        transfer_ends(transfer, MPI_ERR_NO_MEM);
        return;
    }
    finalize_alone += !whole;
    if (!whole)
        transfer->awaits = TRANSFER_ACCEPT;
    else if (transfer->mode == TRANSFER_SYNCHRONOUS)
        transfer->awaits = TRANSFER_MATCH;
    envelope.kind = !whole                                   ? ENVELOPE_ALONE
                    : transfer->mode == TRANSFER_SYNCHRONOUS ? ENVELOPE_ANSWERED
                                                             : ENVELOPE_WHOLE;
    emit(transfer, envelope, data, whole ? (uint64_t)bytes : 0, transfer->earliest);
}

void transfer_is_matched(struct transfer *transfer, uint64_t stamp) {
    transfer->awaits = TRANSFER_NOTHING;
    transfer->stamp = stamp;
    if (stamp > transfer->time)
        transfer->time = stamp;
    transfer_ends_if_nothing_is_left(transfer);
}

void transfer_is_accepted(struct transfer *transfer, uint32_t number, MPI_Count wanted,
                          uint64_t stamp) {
    transfer->awaits = TRANSFER_NOTHING;
    transfer->stamp = stamp;
    if (stamp > transfer->time)
        transfer->time = stamp;
    transfer_used(BUFFER_LEAVES, transfer);
    const void *data = data_of(transfer, wanted);
    if (wanted > 0 && !data)
        answer_no_memory((uint32_t)transfer->world, (uint64_t)wanted);
    if (wanted > 0)
        emit(transfer, (struct envelope){.kind = ENVELOPE_DATA, .number = number}, data,
             (uint64_t)wanted, transfer->time);
    else
        transfer_ends_if_nothing_is_left(transfer);
}

/* ---- Messages of a process to itself ---- */

static void deliver(struct transfer *send, struct transfer *receive, uint32_t signature) {
    transfer_matches(receive, (uint32_t)send->world, send->tag, send->sent, signature);
    pieces_copy(send->layout, send->buffer, 0, receive->layout, receive->buffer, 0, receive->bytes);
    if (send->begun > receive->time)
        receive->time = send->begun;
    if (receive->begun > send->time)
        send->time = receive->begun;
    transfer_ends(receive, receive->error);
    transfer_ends(send, MPI_SUCCESS);
}

void self_send(struct transfer *send) {
    uint64_t key = match_key(send->context, send->tag);
    uint32_t self = (uint32_t)send->world;
    uint32_t signature = transfer_signature(send, send->sent);
    struct transfer *receive = transfer_posted(key, self);
    if (receive) {
        deliver(send, receive, signature);
        return;
    }
    bool whole = send->mode == TRANSFER_STANDARD && eager_spend(self, (uint64_t)send->sent);
    struct kept *kept = kept_make(whole ? (uint64_t)send->sent : 0);
    if (!kept) {
        transfer_ends(send, MPI_ERR_NO_MEM);
        return;
    }
    *kept = (struct kept){.key = key,
                          .source = self,
                          .pooled = kept->pooled,
                          .number = send->identity,
                          .whole = whole,
                          .here = whole,
                          .stamp = send->begun,
                          .bytes = (uint64_t)send->sent,
                          .signature = signature,
                          .own = whole ? NULL : send};
    match_keep(kept);
    if (whole) {
        pieces_pack(send->layout, send->buffer, 0, kept->data, send->sent);
        transfer_ends(send, MPI_SUCCESS);
    } else {
        send->awaits = TRANSFER_MATCH;
    }
}

void self_receive(struct transfer *receive, struct kept *kept) {
    struct transfer *send = kept->own;
    uint32_t signature = kept->signature;
    kept_free(kept);
    deliver(send, receive, signature);
}
