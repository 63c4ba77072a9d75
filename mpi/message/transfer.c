#include "mpi/message/transfer.h"

#include <stdlib.h>
#include <string.h>

#include "mpi/datatype/pieces.h"
#include "mpi/message/answer.h"
#include "mpi/message/arrive.h"
#include "mpi/message/finish.h"
#include "mpi/message/number.h"
#include "mpi/message/own.h"
#include "mpi/message/strict.h"
#include "net/time.h"
#include "net/wait.h"

/* The one piece of memory that the first `bytes` packed bytes of a transfer's buffer are, or null
 * if they are several. */
void *transfer_piece(const struct transfer *transfer, MPI_Count bytes) {
    const struct layout *layout = transfer->layout;
    if (layout->contiguous ||
        (layout->run_count == 1 && layout->runs->repeats == 1 && bytes <= layout->size))
        return (char *)transfer->buffer + layout->true_lower;
    return NULL;
}

void transfer_ends(struct transfer *transfer, int error) {
    number_free(transfer->number);
    transfer->number = 0;
    free(transfer->packed);
    transfer->packed = NULL;
    transfer->error = error;
    transfer->done = true;
    if (transfer->ended)
        transfer->ended(transfer);
}

static void begin(struct transfer *transfer, bool receives) {
    transfer->receives = receives;
    transfer->done = transfer->cancelled = transfer->cancelling = transfer->leaving = false;
    transfer->error = MPI_SUCCESS;
    transfer->awaits = TRANSFER_NOTHING;
    transfer->number = 0;
    transfer->packed = NULL;
    transfer->stamp = 0;
    transfer->time = transfer->begun = transfer->earliest != 0 ? transfer->earliest : arrive_now();
}

/* ---- Sending ---- */

/* Of the last message that was sent. */
static NODE_LOCAL uint32_t identity;

uint32_t transfer_next_identity(void) {
    return identity + 1;
}

void transfer_ends_if_nothing_is_left(struct transfer *transfer) {
    if (!transfer->leaving && transfer->awaits == TRANSFER_NOTHING && !transfer->cancelling)
        transfer_ends(transfer, transfer->error);
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
    transfer->sending = (struct active_sending){
        .header = answer_header(to, envelope),
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

/* The first `bytes` packed bytes of a send, in one piece. Returns null without memory. */
static const void *data_of(struct transfer *transfer, MPI_Count bytes) {
    const void *piece = transfer_piece(transfer, bytes);
    if (piece != NULL || bytes == 0)
        return piece;
    transfer->packed = malloc((size_t)bytes);
    if (transfer->packed != NULL)
        pieces_pack(transfer->layout, transfer->buffer, 0, transfer->packed, bytes);
    return transfer->packed;
}

uint32_t transfer_signature(const struct transfer *transfer, MPI_Count bytes) {
    return strict && transfer->context % CONTEXTS == 0 ? strict_signature(transfer->layout, bytes)
                                                       : 0;
}

void transfer_send(struct transfer *transfer) {
    begin(transfer, false);
    MPI_Count bytes = transfer->sent = transfer->bytes = transfer->count * transfer->layout->size;
    uint32_t to = (uint32_t)transfer->world;
    transfer->identity = ++identity;
    if (to == node.number) {
        own_send(transfer);
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
    if ((whole && data == NULL && bytes > 0) ||
        (transfer->number == 0 && (!whole || transfer->mode == TRANSFER_SYNCHRONOUS))) {
        if (whole)
            eager_partners[to].credit += (uint32_t)bytes + EAGER_COST;
        transfer_ends(transfer, MPI_ERR_NO_MEM);
        return;
    }
    finish_alone += !whole;
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
    const void *data = data_of(transfer, wanted);
    if (wanted > 0 && data == NULL)
        answer_no_memory((uint32_t)transfer->world, (uint64_t)wanted);
    if (wanted > 0)
        emit(transfer, (struct envelope){.kind = ENVELOPE_DATA, .number = number}, data,
             (uint64_t)wanted, transfer->time);
    else
        transfer_ends_if_nothing_is_left(transfer);
}

/* ---- Receiving ---- */

void transfer_receive(struct transfer *transfer) {
    begin(transfer, true);
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
    begin(transfer, true);
    transfer_receive_kept(transfer, kept);
}

/* ---- Waiting ---- */

void transfer_take(struct transfer *transfer) {
    if (likely(!node.time.on))
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

void transfer_start(void) {
    strict_start();
    finish_start();
    match_start();
    eager_start();
    arrive_start();
}

void transfer_end(void) {
    number_end();
    match_end();
}
