#include "mpi/window/target.h"

#include "mpi/datatype/pieces.h"
#include "mpi/message/answer.h"
#include "mpi/message/plain.h"
#include "mpi/message/strict.h"
#include "mpi/message/transfer.h"
#include "mpi/window/apply.h"
#include "mpi/window/serve.h"
#include "mpi/window/turn.h"
#include "net/messages/answering.h"

static const struct active_place nowhere = {NULL, NULL};

/* ---- Answers ---- */

static void fetched(struct incoming *incoming) {
    struct fetch *fetch = (struct fetch *)incoming;
    if (fetch->buffer)
        pieces_unpack(fetch->layout, fetch->buffer, fetch->first, fetch->into,
                      (MPI_Count)fetch->bytes);
    target_fetched(fetch->window, fetch->rank);
}

/* Nothing has been asked for, so nothing may be answered. */
static _Noreturn void unasked(uint32_t source) {
    answer_broken(source, "unexpected answer to a window operation");
}

static struct active_place begin_data(MPI_Win window, const struct packet *packet, uint32_t source,
                                      int rank, size_t bytes) {
    struct fetch *fetch = window->targets[rank].first;
    if (!fetch || fetch->bytes != bytes || packet->bytes != bytes) {
        unasked(source);
        return nowhere; /* for cppcheck, which does not see that this never comes */
    }
    fetch->incoming.end = fetched;
    return (struct active_place){fetch->into, &fetch->incoming};
}

static void begin_answer(MPI_Win window, const struct packet *packet, uint32_t source, int rank) {
    struct target *target = &window->targets[rank];
    switch (packet->kind) {
    case PACKET_DONE:
        if (target->unanswered == 0)
            unasked(source);
        target->unanswered--;
        return;
    case PACKET_LOCKED:
        if (target->lock != LOCK_WAITS)
            unasked(source);
        target->lock = LOCK_HELD;
        return;
    default: /* PACKET_REFUSED */
        if (!window->is_dynamic || (packet->flags & FLAG_AWAITED && !target->first))
            unasked(source);
        window->is_refused = true;
        if (packet->flags & FLAG_AWAITED)
            target_fetched(window, rank);
    }
}

/* ---- The handlers ---- */

/* Whether the packet that begins is known to be whole (may_take): then it needs no memory. */
static NODE_LOCAL bool is_whole;

/* What is assumed of a packet, and nothing else (transfer_receive.c has the same for messages).
 *
 *     any            has one of the kinds; its window is there; its source is a
 *                    process of it; no data but in operations and in DATA       begin_packet
 *     an operation   is one that a process sends: as many bytes of data as its
 *                    header says, no more of them in this process's memory than
 *                    apply_most, an operator with a meaning for the type        serve_is_sound
 *                    lies in what is exposed, before anything is moved          apply_is_exposed
 *     DATA           the oldest result that is awaited of this process has
 *                    as many bytes                                              begin_data
 *     DONE, LOCKED,  was asked for                                              begin_answer
 *     REFUSED
 *     LOCK, UNLOCK   the process does not have it, or has it                    serve_may_count
 *     POST           has not come since the last MPI_Win_start                  serve_may_count
 *     COMPLETE       the window was posted to this process                      serve_may_count
 */
static struct active_place begin_packet(uint32_t source, const struct active_header *header,
                                        size_t bytes, uint64_t stamp) {
    const struct packet packet = packet_read(header);
    MPI_Win window = window_find(packet.window);
    if (UNLIKELY(packet.kind >= PACKET_END))
        answer_broken(source, "unknown kind of message");
    if (UNLIKELY(!window))
        answer_broken(source, "message for an unknown window");
    int rank = window_rank(window, source);
    if (UNLIKELY(rank < 0))
        answer_broken(source, "the sender does not belong to the window");
    if (packet_is_operation(&packet))
        return serve_operation(window, &packet, source, rank, bytes, stamp, is_whole);
    if (packet.kind >= PACKET_DATA)
        window->targets[rank].stamp = stamp;
    if (packet.kind == PACKET_DATA)
        return begin_data(window, &packet, source, rank, bytes);
    if (bytes > 0)
        answer_broken(source, "unexpected data after the message header");
    if (packet.kind > PACKET_DATA)
        begin_answer(window, &packet, source, rank);
    else if (UNLIKELY(exploring) && packet.kind != PACKET_POST)
        return serve_in_turn(window, &packet, source, rank, 0, stamp);
    else
        serve_synchronization(window, &packet, source, rank, serve_time(stamp, 0));
    return nowhere;
}

/* Whether a handler of this room is under way. It may have called the allocator when a detour
 * comes: then its packet is still the first of its ring. */
static NODE_LOCAL bool is_handling;

static struct active_place begin(uint32_t source, const struct active_header *header, size_t bytes,
                                 uint64_t stamp) {
    if ((uint8_t)header->word[1] < PACKET_PUT)
        return transfer_begin(source, header, bytes, stamp);
    is_handling = true;
    struct active_place place = begin_packet(source, header, bytes, stamp);
    is_handling = is_whole = false;
    return place;
}

static void end(void *message) {
    struct incoming *incoming = message;
    if (!incoming)
        return;
    is_handling = true;
    incoming->end(incoming);
    is_handling = false;
}

/* A result of which the rest will not come stays asked for: who waits for it waits for a process
 * that has failed. */
static void gone(uint32_t source, void *message, uint64_t stamp) {
    struct incoming *incoming = message;
    bool ours = incoming && (incoming->end == fetched || serve_lose(incoming));
    transfer_gone(source, ours ? NULL : message, stamp);
}

const struct active_handlers transfer_handlers = {begin, end, gone};

/* ---- While the program computes ---- */

/* Whether a packet may be taken in on a detour: if it is one that is right, for what is wrong ends
 * the program with a report, and if nothing is allocated for it. Those are packets with few bytes
 * of data, and gets of one piece. */
static bool may_take(uint32_t source, const struct active_header *header, size_t bytes) {
    const struct packet packet = packet_read(header);
    if (is_handling || strict || exploring || bytes > PLAIN_MOST || packet.kind < PACKET_PUT ||
        packet.kind >= PACKET_END || !target_has_reserve())
        return false;
    MPI_Win window = window_find(packet.window);
    int rank = window ? window_rank(window, source) : MPI_UNDEFINED;
    if (rank < 0)
        return false;
    if (packet_is_operation(&packet))
        is_whole = !(packet.flags & FLAG_PIECES) && serve_is_sound(&packet, bytes) &&
                   (packet.kind == PACKET_GET || packet.bytes <= PLAIN_MOST) &&
                   apply_is_exposed(window, &packet, NULL);
    else
        is_whole = bytes == 0 && serve_may_count(window, &packet, rank);
    return is_whole;
}

bool arrival_start(void) {
    if (!target_reserve())
        return false;
    answering_start(&transfer_handlers, may_take);
    return true;
}
