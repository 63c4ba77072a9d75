#include "mpi/window/turn.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "mpi/window/apply.h"

static NODE_LOCAL struct turn *waiting; /* the first in the list */
static NODE_LOCAL uint32_t next_number; /* of the decisions */

static uint32_t source_of(const struct turn *turn) {
    return window_node(turn->window, turn->rank);
}

/* Whether it is to be decided when a request is served. */
static bool is_decided(const struct turn *turn) {
    return packet_is_operation(&turn->packet) || turn->packet.kind == PACKET_LOCK;
}

/* ---- Operations that change nothing ---- */

/* The last operation of each node, if it has changed nothing, by a sum of what it asked for and
 * found; otherwise 0. And how often it has come again. */
struct idle {
    uint64_t sum;
    uint32_t times;
};
static NODE_LOCAL struct idle *idle; /* or null, without memory */
enum { POLLS = 8 };                  /* that it may come again before others */

static uint64_t sum_of(uint64_t sum, const void *data, size_t bytes) {
    for (size_t i = 0; i < bytes; i++)
        sum = (sum ^ ((const uint8_t *)data)[i]) * 0x100000001b3; /* FNV-1a */
    return sum;
}

/* Returns this sum of an operation of at most a word. */
static uint64_t idle_sum(const struct turn *turn) {
    const struct packet *packet = &turn->packet;
    if (!packet_is_operation(packet) || !packet_fetches(packet->kind) || turn->pieces ||
        packet->bytes > WORD_BYTES || !apply_is_exposed(turn->window, packet, NULL))
        return 0;
    const char *content = apply_address(turn->window, packet->place);
    bool compares = packet->kind == PACKET_COMPARE;
    if (compares ? memcmp(content, turn->operands, packet->bytes) == 0
                 : packet->kind == PACKET_FETCH && (MPI_Op)(uintptr_t)packet->op != MPI_NO_OP)
        return 0;
    uint64_t sum = sum_of(1, packet, sizeof *packet);
    sum = sum_of(sum, turn->operands, compares ? 2 * packet->bytes : 0);
    return sum_of(sum, content, packet->bytes) | 1;
}

/* Whether such an operation is the last one of its source again, `most` times at most. */
static bool is_again(const struct turn *turn, uint64_t sum, uint32_t most) {
    const struct idle *last = idle ? &idle[source_of(turn)] : NULL;
    return last && sum != 0 && last->sum == sum && last->times <= most;
}

/* ---- Records ---- */

/* Two requests may be exchanged if they are alike by this number, and it is not DIFFERS: reads, and
 * accumulates by an operator whose result is the same in any order. Sums of floating-point numbers
 * are not. */
enum { READS, DIFFERS = -1, TYPE_SHIFT = 8 };

static int likeness(const struct turn *turn) {
    const struct packet *packet = &turn->packet;
    MPI_Op op = (MPI_Op)(uintptr_t)packet->op;
    switch (packet->kind) {
    case PACKET_LOCK:
        return packet->flags & FLAG_EXCLUSIVE ? DIFFERS : READS;
    case PACKET_UNLOCK:
        return turn->window->targets[turn->rank].exclusive ? DIFFERS : READS;
    case PACKET_GET:
        return READS;
    case PACKET_FETCH:
        return op == MPI_NO_OP ? READS : DIFFERS;
    case PACKET_ACCUMULATE: {
        int kind = basic_types[packet->basic].kind;
        bool rounds =
            (op == MPI_SUM || op == MPI_PROD) && (kind == BASIC_REAL || kind == BASIC_COMPLEX);
        return op == MPI_REPLACE || rounds ? DIFFERS : packet->op | packet->basic << TYPE_SHIFT;
    }
    default:
        return DIFFERS;
    }
}

/* The bytes that an operation touches, from `low` to `high` - 1, and perhaps others in between. */
static void find_range(const struct turn *turn, uint64_t *low, uint64_t *high) {
    *low = turn->packet.place;
    *high = *low + turn->packet.bytes;
    for (uint64_t i = 0; turn->pieces && i < turn->packet.place; i++) {
        const struct piece_list *piece = &turn->pieces[i];
        int64_t length = (int64_t)((piece->repeats - 1) * (uint64_t)piece->stride);
        uint64_t first = (uint64_t)(piece->place + (length < 0 ? length : 0));
        uint64_t end = (uint64_t)(piece->place + (length > 0 ? length : 0)) + piece->bytes;
        *low = i == 0 || first < *low ? first : *low;
        *high = i == 0 || end > *high ? end : *high;
    }
}

static void record(const struct turn *turn, bool decided, bool is_idle) {
    static const char *const names[] = {"put",   "get",  "accumulate", "fetch", "compare-and-swap",
                                        "flush", "lock", "unlock"};
    uint64_t low = 0, high = 1;
    if (packet_is_operation(&turn->packet))
        find_range(turn, &low, &high);
    explore_note("served", NULL,
                 ",\"call\":\"%s\",\"peer\":%" PRIu32 ",\"window\":%" PRIu32 ",\"low\":%" PRIu64
                 ",\"high\":%" PRIu64 ",\"alike\":%d,\"decided\":%d,\"idle\":%d",
                 names[turn->packet.kind - PACKET_PUT], source_of(turn), turn->window->number, low,
                 high, likeness(turn), decided, is_idle);
}

void turn_asked(MPI_Win window, int rank) {
    explore_note("asked", window->comm, ",\"peer\":%" PRIu32, window_node(window, rank));
}

void turn_answered(MPI_Win window, int rank, bool fetched) {
    explore_note("answered", window->comm, ",\"peer\":%" PRIu32 ",\"fetched\":%d",
                 window_node(window, rank), fetched);
}

/* ---- The list ---- */

/* Whether it is the turn of a request in the list. */
static bool may_serve(const struct turn *turn, int wish) {
    bool locks = turn->packet.kind == PACKET_LOCK;
    for (const struct turn *each = waiting; each != turn; each = each->next)
        if (source_of(each) == source_of(turn) ||
            (locks && wish == EXPLORE_FREE && each->packet.kind == PACKET_LOCK &&
             each->window == turn->window))
            return false;
    if (locks && !window_lock_is_free(turn->window, turn->packet.flags & FLAG_EXCLUSIVE))
        return false;
    return wish == EXPLORE_FREE || wish == (int)source_of(turn) || !is_decided(turn) ||
           is_again(turn, idle_sum(turn), POLLS);
}

static void serve(struct turn *turn, int wish) {
    uint64_t sum = idle_sum(turn);
    bool again = is_again(turn, sum, UINT32_MAX);
    bool decided = is_decided(turn) && (wish == (int)source_of(turn) || !again);
    if (is_decided(turn) || turn->packet.kind == PACKET_UNLOCK)
        record(turn, decided, sum != 0);
    if (!idle)
        idle = calloc((size_t)1 << node.dimension, sizeof *idle);
    if (idle && packet_is_operation(&turn->packet))
        idle[source_of(turn)] = (struct idle){sum, again ? idle[source_of(turn)].times + 1 : 0};
    next_number += decided;
    turn->serve(turn);
}

void turn_take(struct turn *turn) {
    struct turn **link = &waiting;
    while (*link)
        link = &(*link)->next;
    *link = turn;
    turn->next = NULL;
    for (link = &waiting; (turn = *link);) {
        int wish = explore_wished(EXPLORE_SERVE, next_number);
        if (!may_serve(turn, wish)) {
            link = &turn->next;
            continue;
        }
        *link = turn->next;
        serve(turn, wish);
        link = &waiting;
    }
}
