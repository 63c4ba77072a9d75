#include "mpi/window/target.h"

#include <stdlib.h>
#include <string.h>

#include "mpi/datatype/pieces.h"
#include "mpi/message/answer.h"
#include "mpi/message/plain.h"
#include "mpi/message/strict.h"
#include "mpi/message/transfer.h"
#include "mpi/window/apply.h"
#include "mpi/window/conflict.h"
#include "mpi/window/turn.h"
#include "net/messages/answering.h"

/* An operation that arrives. Its data go to `data`, or straight to the window. */
struct arrival {
    struct incoming incoming;
    MPI_Win window; /* null: the window was freed, or what arrives is refused */
    struct packet packet;
    uint32_t source;
    int rank; /* of the source */
    uint64_t stamp;
    bool straight;    /* the data go straight to the window */
    struct turn turn; /* while mpiexec --explore watches */
    _Alignas(APPLY_ALIGNMENT) uint8_t data[];
};

/* One with at most a word of data, which comes in one piece: so one at a time arrives, and no
 * memory has to be made for it. If a neighbour cuts it into pieces nevertheless, there is a sound
 * operation here still, perhaps another one. */
static NODE_LOCAL _Alignas(APPLY_ALIGNMENT) uint8_t
    brief_memory[sizeof(struct arrival) + PLAIN_MOST];

/* Whether the packet that begins is known to be whole (may_take): then it needs no memory, either.
 */
static NODE_LOCAL bool is_whole;

static struct arrival *brief(void) {
    return (struct arrival *)brief_memory;
}

static const struct active_place nowhere = {NULL, NULL};

/* ---- What is done when all data are there ---- */

/* Returns when an answer leaves to a message of `bytes` bytes that began to arrive at `stamp`. */
static uint64_t answer_time(uint64_t stamp, uint64_t bytes) {
    return node.time.on ? time_after(stamp, bytes) : 0;
}

static void refuse(MPI_Win window, const struct packet *packet, uint32_t source, uint64_t time) {
    bool awaited = packet_fetches(packet->kind);
    target_tell(window, source,
                (struct packet){.kind = PACKET_REFUSED, .flags = awaited ? FLAG_AWAITED : 0}, NULL,
                0, time);
}

static void answer_done(MPI_Win window, uint32_t source, uint64_t time) {
    target_tell(window, source, (struct packet){.kind = PACKET_DONE}, NULL, 0, time);
}

/* Carries out an operation that fetches, and sends what the window had. */
static void answer_data(MPI_Win window, const struct packet *packet,
                        const struct piece_list *pieces, const uint8_t *operands, uint32_t source,
                        uint64_t time) {
    if (packet->bytes <= WORD_BYTES) {
        uint64_t word = 0;
        apply(window, packet, pieces, operands, (uint8_t *)&word);
        target_tell(window, source, (struct packet){.kind = PACKET_DATA, .bytes = packet->bytes},
                    &word, packet->bytes, time);
        return;
    }
    struct departure *departure = target_departure(window, packet->bytes);
    if (!departure) {
        answer_no_memory(source, packet->bytes);
        return; /* for cppcheck, which does not see that this never comes */
    }
    apply(window, packet, pieces, operands, departure->data);
    target_depart(
        departure, source,
        (struct packet){.kind = PACKET_DATA, .bytes = packet->bytes, .window = window->number},
        departure->data, packet->bytes, time);
}

static void was_read(MPI_Win window, int rank) {
    struct target *origin = &window->targets[rank];
    window->reading--;
    if (--origin->reading > 0 || !origin->returns)
        return;
    origin->returns = false;
    lock_returned(window, rank, origin->returned);
}

/* Sends bytes of the window from where they are. */
static void answer_straight(MPI_Win window, const struct packet *packet, uint32_t source, int rank,
                            uint64_t time) {
    struct departure *departure = target_departure(window, 0);
    if (!departure) {
        answer_no_memory(source, sizeof *departure);
        return; /* for cppcheck, which does not see that this never comes */
    }
    departure->left = was_read;
    departure->rank = rank;
    window->reading++;
    window->targets[rank].reading++;
    target_depart(
        departure, source,
        (struct packet){.kind = PACKET_DATA, .bytes = packet->bytes, .window = window->number},
        apply_address(window, packet->place), packet->bytes, time);
}

static void carry_out(const struct arrival *arrival) {
    MPI_Win window = arrival->window;
    const struct packet *packet = &arrival->packet;
    const struct piece_list *pieces = NULL;
    const uint8_t *operands = arrival->data;
    uint64_t time = answer_time(arrival->stamp, packet->bytes);
    if (packet->flags & FLAG_PIECES) {
        pieces = (const struct piece_list *)arrival->data;
        operands += packet->place * sizeof *pieces;
    }
    if ((pieces || exploring) && !apply_is_exposed(window, packet, pieces)) {
        if (!window->is_dynamic)
            answer_broken(arrival->source, "access outside the window's memory");
        refuse(window, packet, arrival->source, time);
        operands = NULL;
    }
    if (operands) {
        conflict_note(window, packet, pieces, arrival->rank);
        if (packet_fetches(packet->kind))
            answer_data(window, packet, pieces, operands, arrival->source, time);
        else if (!arrival->straight)
            apply(window, packet, pieces, operands, NULL);
    }
    if (packet->flags & FLAG_ASKS)
        answer_done(window, arrival->source, time);
}

static void has_arrived(struct incoming *incoming) {
    struct arrival *arrival = (struct arrival *)incoming;
    arrival->window->arriving--;
    carry_out(arrival);
    free(arrival);
}

static void brief_has_arrived(struct incoming *incoming) {
    const struct arrival *arrival = (struct arrival *)incoming;
    if (arrival->window)
        carry_out(arrival);
}

/* An operation that was refused when it began, and whose data are dropped. */
static void refused_has_arrived(struct incoming *incoming) {
    struct arrival *arrival = (struct arrival *)incoming;
    arrival->window->arriving--;
    uint64_t time = answer_time(arrival->stamp, arrival->packet.bytes);
    refuse(arrival->window, &arrival->packet, arrival->source, time);
    if (arrival->packet.flags & FLAG_ASKS)
        answer_done(arrival->window, arrival->source, time);
    free(arrival);
}

void arrival_forget(MPI_Win window) {
    if (brief()->window == window)
        brief()->window = NULL;
}

/* An operation of this process on its own window, which waits for its turn. */
struct own {
    struct turn turn;
    uint8_t *result;
    bool served;
};

static void serve_own(struct turn *turn) {
    struct own *own = (struct own *)turn;
    conflict_note(turn->window, &turn->packet, turn->pieces, turn->rank);
    apply(turn->window, &turn->packet, turn->pieces, turn->operands, own->result);
    own->served = true;
}

bool arrival_own(MPI_Win window, const struct packet *packet, const struct piece_list *pieces,
                 const uint8_t *operands, uint8_t *result) {
    if (!apply_is_exposed(window, packet, pieces)) {
        window->is_refused = true;
        return false;
    }
    if (UNLIKELY(exploring)) {
        int rank = window->comm->rank;
        struct own own = {
            {window, *packet, pieces, operands, rank, serve_own, NULL}, result, false};
        turn_take(&own.turn);
        active_poll(); /* or a process that polls its own window would keep others from their turn
                        */
        WINDOW_WAIT("an operation on the own window", window, rank, own.served);
        return true;
    }
    conflict_note(window, packet, pieces, window->comm->rank);
    apply(window, packet, pieces, operands, result);
    return true;
}

/* ---- Operations that begin to arrive ---- */

/* Returns how many bytes of data an operation has. */
static uint64_t data_bytes(const struct packet *packet) {
    uint64_t listed = packet->flags & FLAG_PIECES ? packet->place * sizeof(struct piece_list) : 0;
    switch (packet->kind) {
    case PACKET_GET:
        return listed;
    case PACKET_COMPARE:
        return listed + 2 * packet->bytes;
    default:
        return listed + ((MPI_Op)(uintptr_t)packet->op == MPI_NO_OP ? 0 : packet->bytes);
    }
}

/* Whether an operation is one that a process may send, but for where it lies. */
static bool is_sound(const struct packet *packet, size_t bytes) {
    bool pieces = packet->flags & FLAG_PIECES;
    bool moves = packet->kind == PACKET_PUT || packet->kind == PACKET_GET;
    if (packet->bytes == 0 || packet->bytes > ACTIVE_MOST_BYTES ||
        (pieces && (packet->place == 0 || packet->place > bytes / sizeof(struct piece_list))) ||
        data_bytes(packet) != bytes || ((pieces || !moves) && packet->bytes > apply_most()))
        return false;
    if (moves)
        return (MPI_Op)(uintptr_t)packet->op != MPI_NO_OP;
    bool fetch = packet->kind != PACKET_ACCUMULATE;
    if (!apply_combines((MPI_Op)(uintptr_t)packet->op, packet->basic, fetch))
        return false;
    size_t extent = apply_extent(&basic_types[packet->basic]);
    return packet->kind == PACKET_COMPARE ? packet->bytes == extent && !pieces
                                          : packet->bytes % extent == 0;
}

static void fill(struct arrival *arrival, void (*end)(struct incoming *), MPI_Win window,
                 const struct packet *packet, uint32_t source, int rank, uint64_t stamp) {
    arrival->incoming.end = end;
    arrival->window = window;
    arrival->packet = *packet;
    arrival->source = source;
    arrival->rank = rank;
    arrival->stamp = stamp;
    arrival->straight = false;
}

static struct arrival *make(MPI_Win window, const struct packet *packet, uint32_t source, int rank,
                            uint64_t stamp, size_t bytes) {
    struct arrival *arrival = malloc(sizeof *arrival + bytes);
    if (!arrival) {
        answer_no_memory(source, sizeof *arrival + bytes);
        return NULL; /* for cppcheck, which does not see that this never comes */
    }
    fill(arrival, has_arrived, window, packet, source, rank, stamp);
    window->arriving++;
    return arrival;
}

/* While mpiexec --explore watches, a request waits for its turn when it has arrived. */
static void begin_synchronization(MPI_Win window, const struct packet *packet, uint32_t source,
                                  int rank, uint64_t time);

static void serve(struct turn *turn) {
    struct arrival *arrival = (struct arrival *)((char *)turn - offsetof(struct arrival, turn));
    arrival->window->arriving--;
    if (packet_is_operation(&arrival->packet))
        carry_out(arrival);
    else
        begin_synchronization(arrival->window, &arrival->packet, arrival->source, arrival->rank,
                              answer_time(arrival->stamp, 0));
    free(arrival);
}

static void asks(struct incoming *incoming) {
    struct arrival *arrival = (struct arrival *)incoming;
    bool pieces = arrival->packet.flags & FLAG_PIECES;
    arrival->turn = (struct turn){
        .window = arrival->window,
        .packet = arrival->packet,
        .pieces = pieces ? (const struct piece_list *)arrival->data : NULL,
        .operands = arrival->data,
        .rank = arrival->rank,
        .serve = serve,
    };
    turn_take(&arrival->turn);
}

static struct active_place ask(MPI_Win window, const struct packet *packet, uint32_t source,
                               int rank, size_t bytes, uint64_t stamp) {
    struct arrival *arrival = make(window, packet, source, rank, stamp, bytes);
    arrival->incoming.end = asks;
    return (struct active_place){arrival->data, &arrival->incoming};
}

static struct active_place begin_operation(MPI_Win window, const struct packet *packet,
                                           uint32_t source, int rank, size_t bytes,
                                           uint64_t stamp) {
    if (!is_sound(packet, bytes))
        answer_broken(source, "invalid window operation");
    if (UNLIKELY(exploring))
        return ask(window, packet, source, rank, bytes, stamp);
    bool pieces = packet->flags & FLAG_PIECES;
    if (!pieces && !apply_is_exposed(window, packet, NULL)) {
        if (!window->is_dynamic)
            answer_broken(source, "access outside the window's memory");
        struct arrival *refused = make(window, packet, source, rank, stamp, 0);
        refused->incoming.end = refused_has_arrived;
        return (struct active_place){NULL, &refused->incoming};
    }
    if (bytes <= WORD_BYTES || is_whole) {
        if (packet->kind == PACKET_GET && packet->bytes > WORD_BYTES) {
            conflict_note(window, packet, NULL, rank);
            answer_straight(window, packet, source, rank, answer_time(stamp, 0));
            return nowhere;
        }
        fill(brief(), brief_has_arrived, window, packet, source, rank, stamp);
        return (struct active_place){brief()->data, &brief()->incoming};
    }
    if (!pieces && packet->kind == PACKET_PUT) {
        struct arrival *straight = make(window, packet, source, rank, stamp, 0);
        straight->straight = true;
        return (struct active_place){apply_address(window, packet->place), &straight->incoming};
    }
    struct arrival *arrival = make(window, packet, source, rank, stamp, bytes);
    return (struct active_place){arrival->data, &arrival->incoming};
}

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

/* ---- Synchronization ---- */

/* Whether a packet that synchronizes, or says that all is done, may come now. It changes nothing
 * but counts here. */
static bool may_count(MPI_Win window, const struct packet *packet, int rank) {
    const struct target *target = &window->targets[rank];
    switch (packet->kind) {
    case PACKET_FLUSH:
        return true;
    case PACKET_LOCK:
        return target->holds == LOCK_NONE;
    case PACKET_UNLOCK:
        return target->holds == LOCK_HELD && !target->returns;
    case PACKET_POST:
        return !target->posted;
    case PACKET_COMPLETE:
        return target->exposed;
    case PACKET_DONE:
        return target->unanswered > 0;
    default:
        return false;
    }
}

static void begin_synchronization(MPI_Win window, const struct packet *packet, uint32_t source,
                                  int rank, uint64_t time) {
    struct target *origin = &window->targets[rank];
    if (!may_count(window, packet, rank))
        answer_broken(source, "unexpected window synchronization");
    switch (packet->kind) {
    case PACKET_FLUSH:
        if (packet->flags & FLAG_FORGETS)
            conflict_forget(window, rank);
        answer_done(window, source, time);
        break;
    case PACKET_LOCK:
        lock_asked(window, rank, packet->flags & FLAG_EXCLUSIVE, time);
        break;
    case PACKET_UNLOCK:
        conflict_forget(window, rank);
        origin->returns = origin->reading > 0;
        origin->returned = time;
        if (!origin->returns)
            lock_returned(window, rank, time);
        answer_done(window, source, time);
        break;
    case PACKET_POST:
        origin->posted = true;
        origin->stamp = time;
        break;
    default: /* PACKET_COMPLETE */
        origin->exposed = false;
        origin->stamp = time;
        window->incomplete--;
    }
}

/* ---- The handlers ---- */

/* What is assumed of a packet, and nothing else (transfer_receive.c has the same for messages).
 *
 *     any           has one of the kinds; its window is there; its source is a
 *                   process of it; no data but in operations and in DATA       begin_packet
 *     an operation  is one that a process sends: as many bytes of data as its
 *                   header says, no more of them in this process's memory than
 *                   apply_most, an operator with a meaning for the type        is_sound
 *                   lies in what is exposed, before anything is moved          apply_is_exposed
 *     DATA          the oldest result that is awaited of this process has so
 *                   many bytes                                                 begin_data
 *     DONE, LOCKED, was asked for                                              begin_answer
 *     REFUSED
 *     LOCK, UNLOCK  the process has it not, or has it                          lock.c
 *     POST          has not come since the last MPI_Win_start begin_synchronization COMPLETE the
 * window was posted to this process
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
        return begin_operation(window, &packet, source, rank, bytes, stamp);
    if (packet.kind >= PACKET_DATA)
        window->targets[rank].stamp = stamp;
    if (packet.kind == PACKET_DATA)
        return begin_data(window, &packet, source, rank, bytes);
    if (bytes > 0)
        answer_broken(source, "unexpected data after the message header");
    if (packet.kind > PACKET_DATA)
        begin_answer(window, &packet, source, rank);
    else if (UNLIKELY(exploring) && packet.kind != PACKET_POST)
        return ask(window, &packet, source, rank, 0, stamp);
    else
        begin_synchronization(window, &packet, source, rank, answer_time(stamp, 0));
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

/* Forgets an operation on a window of which the rest will not come. A result that was to come stays
 * asked for: who waits for it waits for a process that has failed. Returns whether it is one. */
static bool lose(struct incoming *incoming) {
    if (incoming->end == has_arrived || incoming->end == refused_has_arrived ||
        incoming->end == asks) {
        struct arrival *arrival = (struct arrival *)incoming;
        arrival->window->arriving--;
        free(arrival);
        return true;
    }
    return incoming->end == brief_has_arrived || incoming->end == fetched;
}

static void gone(uint32_t source, void *message, uint64_t stamp) {
    transfer_gone(source, message && lose(message) ? NULL : message, stamp);
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
        is_whole = !(packet.flags & FLAG_PIECES) && is_sound(&packet, bytes) &&
                   (packet.kind == PACKET_GET || packet.bytes <= PLAIN_MOST) &&
                   apply_is_exposed(window, &packet, NULL);
    else
        is_whole = bytes == 0 && may_count(window, &packet, rank);
    return is_whole;
}

bool arrival_start(void) {
    if (!target_reserve())
        return false;
    answering_start(&transfer_handlers, may_take);
    return true;
}
