#include "mpi/window/serve.h"

#include <stdlib.h>
#include <string.h>

#include "mpi/datatype/pieces.h"
#include "mpi/message/answer.h"
#include "mpi/message/plain.h"
#include "mpi/window/apply.h"
#include "mpi/window/conflict.h"
#include "mpi/window/turn.h"

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

static struct arrival *brief(void) {
    return (struct arrival *)brief_memory;
}

static const struct active_place nowhere = {NULL, NULL};

/* ---- What is done when all data are there ---- */

static void refuse(MPI_Win window, const struct packet *packet, uint32_t source, uint64_t time) {
    bool awaited = packet_fetches(packet->kind);
    target_tell(window, source,
                (struct packet){.kind = PACKET_REFUSED, .flags = awaited ? FLAG_AWAITED : 0}, NULL,
                0, time);
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
    uint64_t time = serve_time(arrival->stamp, packet->bytes);
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
        serve_done(window, arrival->source, time);
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
    uint64_t time = serve_time(arrival->stamp, arrival->packet.bytes);
    refuse(arrival->window, &arrival->packet, arrival->source, time);
    if (arrival->packet.flags & FLAG_ASKS)
        serve_done(arrival->window, arrival->source, time);
    free(arrival);
}

void serve_forget(MPI_Win window) {
    if (brief()->window == window)
        brief()->window = NULL;
}

/* An operation of this process on its own window, which waits for its turn. */
struct own {
    struct turn turn;
    uint8_t *result;
    bool served;
};

static void own_turn(struct turn *turn) {
    struct own *own = (struct own *)turn;
    conflict_note(turn->window, &turn->packet, turn->pieces, turn->rank);
    apply(turn->window, &turn->packet, turn->pieces, turn->operands, own->result);
    own->served = true;
}

bool serve_own(MPI_Win window, const struct packet *packet, const struct piece_list *pieces,
               const uint8_t *operands, uint8_t *result) {
    if (!apply_is_exposed(window, packet, pieces)) {
        window->is_refused = true;
        return false;
    }
    if (UNLIKELY(exploring)) {
        int rank = window->comm->rank;
        struct own own = {{window, *packet, pieces, operands, rank, own_turn, NULL}, result, false};
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

bool serve_is_sound(const struct packet *packet, size_t bytes) {
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

static void serve(struct turn *turn) {
    struct arrival *arrival = (struct arrival *)((char *)turn - offsetof(struct arrival, turn));
    arrival->window->arriving--;
    if (packet_is_operation(&arrival->packet))
        carry_out(arrival);
    else
        serve_synchronization(arrival->window, &arrival->packet, arrival->source, arrival->rank,
                              serve_time(arrival->stamp, 0));
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

struct active_place serve_in_turn(MPI_Win window, const struct packet *packet, uint32_t source,
                                  int rank, size_t bytes, uint64_t stamp) {
    struct arrival *arrival = make(window, packet, source, rank, stamp, bytes);
    arrival->incoming.end = asks;
    return (struct active_place){arrival->data, &arrival->incoming};
}

struct active_place serve_operation(MPI_Win window, const struct packet *packet, uint32_t source,
                                    int rank, size_t bytes, uint64_t stamp, bool is_whole) {
    if (!serve_is_sound(packet, bytes))
        answer_broken(source, "invalid window operation");
    if (UNLIKELY(exploring))
        return serve_in_turn(window, packet, source, rank, bytes, stamp);
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
            answer_straight(window, packet, source, rank, serve_time(stamp, 0));
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

bool serve_lose(struct incoming *incoming) {
    if (incoming->end == has_arrived || incoming->end == refused_has_arrived ||
        incoming->end == asks) {
        struct arrival *arrival = (struct arrival *)incoming;
        arrival->window->arriving--;
        free(arrival);
        return true;
    }
    return incoming->end == brief_has_arrived;
}
