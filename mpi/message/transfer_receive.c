/* Receives, and the handlers of arriving active messages. */
#include <stdlib.h>

#include "mpi/datatype/pieces.h"
#include "mpi/message/agree.h"
#include "mpi/message/answer.h"
#include "mpi/message/explore.h"
#include "mpi/message/failure.h"
#include "mpi/message/finalize.h"
#include "mpi/message/message.h"
#include "mpi/message/strict.h"
#include "mpi/message/transfer.h"
#include "net/clock/time.h"

/* These are weak, so that a program that cancels nothing is linked without the functions that
 * answer. Nobody asks it, for all processes run the same program. */
#pragma weak cancel_asked
#pragma weak cancel_answered
#pragma weak agree_told
#pragma weak agree_again
#pragma weak agree_lost

static uint64_t later(uint64_t one, uint64_t other) {
    return one > other ? one : other;
}

static struct transfer *of_arrival(struct incoming *arrival) {
    return (struct transfer *)((char *)arrival - offsetof(struct transfer, arrival));
}
static struct kept *kept_of(struct incoming *arrival) {
    return (struct kept *)((char *)arrival - offsetof(struct kept, arrival));
}

/* ---- Receives that are matched ---- */

/* Notes when the last byte of a message has arrived, whose first byte arrived at `stamp`. */
static void note_time(struct transfer *receive, uint64_t stamp) {
    receive->stamp = stamp;
    if (node.time.on)
        receive->time = later(receive->begun, time_after(stamp, (uint64_t)receive->bytes));
}

static void tell_matched(uint32_t source, uint32_t number, uint64_t time) {
    answer_send(source, (struct envelope){.kind = ENVELOPE_MATCHED, .number = number}, time);
}

/* Ends a receive whose message lies in this process's memory. */
static void end_kept(struct transfer *receive, struct kept *kept) {
    pieces_unpack(receive->layout, receive->buffer, 0, kept->data, receive->bytes);
    note_time(receive, kept->stamp);
    answer_give_back(kept->source, kept->bytes, receive->time);
    kept_free(kept);
    transfer_ends(receive, receive->error);
}

/* Asks for the data of a message that a receive has matched. */
static void accept(struct transfer *receive, uint32_t number, uint64_t stamp) {
    uint32_t source = (uint32_t)receive->source;
    uint64_t time = later(receive->begun, stamp);
    MPI_Count wanted = receive->bytes;
    if (wanted > 0 && !transfer_piece(receive, wanted)) {
        receive->packed = malloc((size_t)wanted);
        if (!receive->packed)
            wanted = 0;
    }
    receive->number = wanted > 0 ? number_give(receive) : 0;
    if (receive->number == 0)
        wanted = 0;
    answer_send(source,
                (struct envelope){.kind = ENVELOPE_ACCEPTED,
                                  .key = number,
                                  .number = receive->number,
                                  .bytes = (uint64_t)wanted},
                time);
    if (wanted > 0)
        return;
    int error = receive->bytes > 0 ? MPI_ERR_NO_MEM : receive->error;
    receive->bytes = 0;
    note_time(receive, stamp);
    transfer_ends(receive, error);
}

/* Gives a message that is kept to a receive that begins. */
static void receive_kept(struct transfer *receive, struct kept *kept) {
    transfer_matches(receive, kept->source, match_tag(kept->key), (MPI_Count)kept->bytes,
                     (uint32_t)kept->signature);
    uint64_t time = later(receive->begun, kept->stamp);
    if (kept->own) {
        self_receive(receive, kept);
    } else if (!kept->whole) {
        uint32_t number = kept->number;
        uint64_t stamp = kept->stamp;
        kept_free(kept);
        int error = job_survives ? failure_of(receive->context, receive->source) : MPI_SUCCESS;
        if (error != MPI_SUCCESS)
            transfer_ends(receive, error);
        else
            accept(receive, number, stamp);
    } else {
        if (kept->answered)
            tell_matched(kept->source, kept->number, time);
        if (kept->here)
            end_kept(receive, kept);
        else
            kept->receive = receive;
    }
}

void transfer_receive(struct transfer *transfer) {
    transfer_begins(transfer, true);
    transfer->pattern = match_pattern(transfer->context, transfer->tag, transfer->world);
    if (UNLIKELY(exploring))
        transfer->order =
            explore_receives((struct explore_transfer){transfer->comm, transfer->context,
                                                       transfer->world, transfer->tag},
                             &transfer->pattern);
    if (UNLIKELY(job_survives) &&
        failure_of(transfer->context, transfer->world) == MPIX_ERR_REVOKED) {
        failing_begins(transfer);
        return;
    }
    struct kept *kept = match_kept ? match_take_kept(&transfer->pattern) : NULL;
    if (kept) {
        receive_kept(transfer, kept);
        return;
    }
    if (UNLIKELY(job_survives) && failing_begins(transfer))
        return;
    transfer->awaits = TRANSFER_POST;
    match_post(&transfer->pattern);
}

void transfer_receive_this(struct transfer *transfer, struct kept *kept) {
    transfer_begins(transfer, true);
    receive_kept(transfer, kept);
}

/* ---- Messages that begin to arrive ---- */

static void kept_has_arrived(struct incoming *arrival) {
    struct kept *kept = kept_of(arrival);
    kept->here = true;
    if (kept->receive)
        end_kept(kept->receive, kept);
}

/* Called when the bytes of a message that brought its data are in the receive's buffer. */
static void direct_has_arrived(struct incoming *arrival) {
    struct transfer *receive = of_arrival(arrival);
    answer_give_back((uint32_t)receive->source, (uint64_t)receive->sent, receive->time);
    transfer_ends(receive, receive->error);
}

/* Called when the bytes that a receive has asked for are there. */
static void data_have_arrived(struct incoming *arrival) {
    struct transfer *receive = of_arrival(arrival);
    if (receive->packed)
        pieces_unpack(receive->layout, receive->buffer, 0, receive->packed, receive->bytes);
    transfer_ends(receive, receive->error);
}

static void nothing_has_arrived(UNUSED struct incoming *arrival) {
}
static struct incoming nothing = {nothing_has_arrived};

static const struct active_place nowhere = {NULL, &nothing};

static struct kept *keep(uint32_t source, const struct envelope *envelope, size_t bytes,
                         uint64_t stamp) {
    struct kept *kept = kept_make(bytes);
    if (!kept) {
        answer_no_memory(source, sizeof *kept + bytes);
        return NULL; /* for cppcheck, which does not see that this never comes */
    }
    *kept = (struct kept){.key = envelope->key,
                          .source = source,
                          .pooled = kept->pooled,
                          .whole = envelope->kind != ENVELOPE_ALONE,
                          .answered = envelope->kind == ENVELOPE_ANSWERED,
                          .number = envelope->number,
                          .stamp = stamp,
                          .bytes = envelope->bytes,
                          .signature = envelope->signature,
                          .arrival = {kept_has_arrived}};
    return kept;
}

/* Begins a message that brings its data. */
static struct active_place begin_whole(uint32_t source, const struct envelope *envelope,
                                       size_t bytes, uint64_t stamp) {
    if (envelope->bytes != bytes)
        answer_broken(source, "the length differs from the announced one");
    if (!eager_hold(source, bytes))
        answer_broken(source, "more unreceived messages than allowed");
    struct transfer *receive = transfer_posted(envelope->key, source);
    if (!receive) {
        struct kept *kept = keep(source, envelope, bytes, stamp);
        match_keep(kept);
        return (struct active_place){kept->data, &kept->arrival};
    }
    transfer_matches(receive, source, match_tag(envelope->key), (MPI_Count)bytes,
                     envelope->signature);
    if (envelope->kind == ENVELOPE_ANSWERED)
        tell_matched(source, envelope->number, later(receive->begun, stamp));
    void *piece = transfer_piece(receive, receive->bytes);
    if ((MPI_Count)bytes > receive->bytes || (!piece && bytes > 0)) {
        struct kept *kept = keep(source, envelope, bytes, stamp);
        kept->receive = receive;
        return (struct active_place){kept->data, &kept->arrival};
    }
    note_time(receive, stamp);
    receive->arrival.end = direct_has_arrived;
    return (struct active_place){piece, &receive->arrival};
}

/* Begins a message whose data have to be asked for. */
static struct active_place begin_alone(uint32_t source, const struct envelope *envelope,
                                       uint64_t stamp) {
    finalize_alone--;
    struct transfer *receive = transfer_posted(envelope->key, source);
    if (!receive) {
        match_keep(keep(source, envelope, 0, stamp));
        return nowhere;
    }
    transfer_matches(receive, source, match_tag(envelope->key), (MPI_Count)envelope->bytes,
                     envelope->signature);

    accept(receive, envelope->number, stamp);
    return nowhere;
}

/* Begins the data that a receive has asked for. */
static struct active_place begin_data(uint32_t source, const struct envelope *envelope,
                                      size_t bytes, uint64_t stamp) {
    struct transfer *receive = number_find(envelope->number);
    if (!receive || receive->awaits != TRANSFER_BYTES || (uint32_t)receive->source != source ||
        (size_t)receive->bytes != bytes) {
        answer_broken(source, "data for no pending receive");
        return nowhere; /* for cppcheck, which does not see that this never comes */
    }
    transfer_used(BUFFER_ARRIVES, receive);
    note_time(receive, stamp);
    number_free(receive->number);
    receive->number = 0;
    receive->arrival.end = data_have_arrived;
    void *into = receive->packed ? receive->packed : transfer_piece(receive, receive->bytes);
    return (struct active_place){into, &receive->arrival};
}

/* Returns the send that an answer is for. */
static struct transfer *answered(uint32_t source, uint64_t number, enum transfer_wait awaits) {
    struct transfer *send = number_find((uint32_t)number);
    if (!send || send->awaits != awaits || (uint32_t)send->world != source)
        answer_broken(source, "answer to no pending send");
    return send;
}

/* Returns the send that the answer ACCEPTED is for. Nobody can have seen a message of which
 * something has not left; and its struct active_sending is in use until then. */
static struct transfer *accepted(uint32_t source, const struct envelope *envelope) {
    struct transfer *send = answered(source, envelope->key, TRANSFER_ACCEPT);
    if (envelope->bytes > (uint64_t)send->sent)
        answer_broken(source, "answer to no pending send");
    if (send->leaving)
        answer_broken(source, "answer to a message that is still being sent");
    return send;
}

/* Returns the send that the answer CANCELLED or TOO_LATE is for. */
static struct transfer *asked_back(uint32_t source, const struct envelope *envelope) {
    struct transfer *send = number_find(envelope->number);
    if (!send || !send->cancelling || (uint32_t)send->world != source)
        answer_broken(source, "answer to no pending MPI_Cancel");
    if (envelope->kind == ENVELOPE_CANCELLED && send->leaving)
        answer_broken(source, "answer to a message that is still being sent");
    return send;
}

/* Whether an envelope is an answer that comes too late: what has asked for it has failed, and
 * nothing has its number any more (failure_transfers.c). */
static bool is_late(const struct envelope *envelope) {
    switch (envelope->kind) {
    case ENVELOPE_DATA:
    case ENVELOPE_MATCHED:
    case ENVELOPE_CANCELLED:
    case ENVELOPE_TOO_LATE:
        return !number_find(envelope->number);
    case ENVELOPE_ACCEPTED:
        return !number_find((uint32_t)envelope->key);
    default:
        return false;
    }
}

static void begin_ended(uint32_t source, const struct envelope *envelope) {
    if (!context_note((uint32_t)envelope->key))
        answer_broken(source, "end of an unknown communicator");
    finalize_alone--;
}

/* Takes in what is told of processes that have died, which nobody tells where that ends the run. */
static void begin_news(uint32_t source, const struct envelope *envelope, uint64_t stamp) {
    if (!job_survives)
        answer_broken(source, "unexpected failure notice");
    if (!(envelope->kind == ENVELOPE_GONE ? failure_gone(source, envelope)
                                          : failure_revoked(envelope)))
        return;
    failing_end_all();
    if (agree_again)
        agree_again(stamp);
}

/* Whether an envelope may begin a message: a tag is not negative, and what has to be answered has a
 * number. */
static bool is_message(const struct envelope *envelope) {
    return match_tag(envelope->key) >= 0 &&
           (envelope->kind == ENVELOPE_WHOLE || envelope->number != 0);
}

/* What a handler may assume, and nothing else: anybody on the way may have written the envelope.
 * net has checked that there is a path by which it came from `source`, and that as many bytes come
 * as `bytes` says (net/foreign.h, net/messages/active.h). The envelope is a copy. What is not
 * checked in the place that stands here ends the program (answer_broken).
 *
 *     any             gives back no more than was spent                      eager_repaid
 *                     has one of the kinds; no bytes but in the first three  begin
 *                     is answered only if there is a process                 answer_send
 *     WHOLE, ANSWERED has as many bytes as its envelope says                 begin_whole
 *                     there was credit for it, so there is memory            eager_hold
 *                     its tag is not negative; ANSWERED has a number         is_message
 *     ALONE           its tag is not negative; it has a number               is_message
 *     DATA            a receive waits for N bytes of this process, and
 *                     none have come                                         begin_data
 *     MATCHED         a send to this process waits for it                    answered
 *     ACCEPTED        the same; all of its envelope has left; it has as many
 *                     bytes as are asked for                                 accepted
 *     CANCELLED,      a send to this process is to be taken back; if it was,
 *     TOO_LATE        all of it has left                                     asked_back
 *     CANCEL          nothing: what is looked for is there or not            cancel_asked
 *     COUNT           comes from a child that has not told it in this round  finalize_counted
 *     SUM             comes from the parent, to whom all was told            finalize_summed
 *     ASKED           nothing: the communicator is there or not              called_asked
 *     CALLED          the process was asked, and has not answered            called_told
 *     ENDED           the process has chosen the context, and not all have
 *                     ended its communicator                                 begin_ended
 *     GONE, REVOKE    the processes survive failures; GONE comes once        begin_news
 *     AGREE           its value is as long as the group has it, its round
 *                     leads from its sender to this process                  agree_told
 *
 * So a number never leads to a transfer that has ended: it is freed before. What a handler holds
 * until `end` is a message that is kept or a receive that waits for its bytes, and neither is freed
 * before (transfer_end calls active_stop). Numbers and lengths may still be any among those, and
 * the bytes of a message, its tag and its signature may be anything. A sender may begin any number
 * of messages that go ALONE, and take back any number: there is no bound for their envelopes. */
struct active_place transfer_begin(uint32_t source, const struct active_header *header,
                                   size_t bytes, uint64_t stamp) {
    const struct envelope envelope = envelope_read(header);
    if (!eager_repaid(source, envelope.credit))
        answer_overpaid(source);
    if (envelope.kind <= ENVELOPE_ALONE && !is_message(&envelope))
        answer_broken(source, "invalid tag or number");
    if (envelope.kind == ENVELOPE_WHOLE || envelope.kind == ENVELOPE_ANSWERED)
        return begin_whole(source, &envelope, bytes, stamp);
    if (UNLIKELY(job_survives) && is_late(&envelope))
        return nowhere;
    if (envelope.kind == ENVELOPE_DATA)
        return begin_data(source, &envelope, bytes, stamp);
    if (envelope.kind == ENVELOPE_AGREE && agree_told)
        return agree_told(source, &envelope, bytes, stamp);
    if (bytes > 0)
        answer_broken(source, "unexpected data after the message header");
    switch (envelope.kind) {
    case ENVELOPE_ALONE:
        return begin_alone(source, &envelope, stamp);
    case ENVELOPE_MATCHED:
        transfer_is_matched(answered(source, envelope.number, TRANSFER_MATCH), stamp);
        return nowhere;
    case ENVELOPE_ACCEPTED:
        transfer_is_accepted(accepted(source, &envelope), envelope.number,
                             (MPI_Count)envelope.bytes, stamp);
        return nowhere;
    case ENVELOPE_CREDIT:
        return nowhere;
    case ENVELOPE_COUNT:
        finalize_counted(source, &envelope);
        return nowhere;
    case ENVELOPE_SUM:
        finalize_summed(source, &envelope);
        return nowhere;
    case ENVELOPE_ASKED:
        called_asked(source, &envelope);
        return nowhere;
    case ENVELOPE_CALLED:
        called_told(source, &envelope);
        return nowhere;
    case ENVELOPE_ENDED:
        begin_ended(source, &envelope);
        return nowhere;
    case ENVELOPE_GONE:
    case ENVELOPE_REVOKE:
        begin_news(source, &envelope, stamp);
        return nowhere;
    case ENVELOPE_CANCEL:
        if (!cancel_asked)
            answer_broken(source, "unexpected request to cancel");
        cancel_asked(source, &envelope, stamp);
        return nowhere;
    case ENVELOPE_CANCELLED:
    case ENVELOPE_TOO_LATE:
        cancel_answered(asked_back(source, &envelope), envelope.kind == ENVELOPE_CANCELLED);
        return nowhere;
    default:
        answer_broken(source, "unknown kind of message");
    }
}

static void end(void *message) {
    struct incoming *arrival = message;
    arrival->end(arrival);
}

/* Ends what a message was for of which the rest will not come. */
static void lose(struct incoming *arrival) {
    if (agree_lost && agree_lost(arrival))
        return;
    if (arrival->end == direct_has_arrived || arrival->end == data_have_arrived)
        failing_lost(of_arrival(arrival));
    if (arrival->end != kept_has_arrived)
        return;
    struct kept *kept = kept_of(arrival);
    if (kept->receive)
        failing_lost(kept->receive);
    else
        match_remove_kept(kept);
    kept_free(kept);
}

/* A node has failed (net/faults/end_to_end.h). Its process could not say so. */
void transfer_gone(uint32_t source, void *message, uint64_t stamp) {
    if (!job_survives)
        return;
    failure_fell(source);
    if (message)
        lose(message);
    failing_end_all();
    if (agree_again)
        agree_again(stamp);
}

const struct active_handlers transfer_handlers
    __attribute__((weak)) = {transfer_begin, end, transfer_gone};

bool transfer_start(void) {
    strict_start();
    explore_start();
    overlap_start();
    finalize_start();
    match_start();
    eager_start();
    bool started = failure_start();
    active_start(&transfer_handlers);
    if (!started)
        active_stop();
    return started;
}

void transfer_end(void) {
    active_stop();
    number_end();
    match_end();
}
