#include "net/faults/second_ring.h"

#include "net/faults/live_paths.h"
#include "net/messages/hop.h"

/* The ring of a dimension. */
struct end {
    struct ring_receiver in;
    struct ring_sender out;
    uint32_t passed;                /* bytes of the oldest piece that have gone on */
    const _Atomic uint32_t *asleep; /* of the neighbour */
};

/* Among the tables, whose pages come when touched: machines in which no link fails have none. */
static NODE_TABLE struct {
    struct end *ends; /* by dimension */
    uint32_t full;    /* dimensions on whose ring something found no room */
    uint32_t wake;    /* those on which something has been published */
    struct cube_rings seen;
} second;

void second_ring_start(void) {
    uint32_t bytes = system_node_page()->routed_bytes;
    second.ends = live_paths_allocate(node.dimension * sizeof *second.ends);
    for (uint32_t d = 0; d < node.dimension; d++) {
        struct end *end = &second.ends[d];
        const struct link *link = &node.link[d];
        struct cube_window *out = link->outgoing;
        const struct cube_window *in = link->incoming;
        end->asleep = &in->asleep;
        ring_receiver_start(&end->in, (const uint8_t *)link->routed_in.slots + bytes, bytes,
                            &in->second_tail, &out->second_head);
        ring_sender_start(&end->out, link->routed_out.slots + bytes, bytes, &out->second_tail,
                          &in->second_head);
    }
}

void second_ring_watch(void) {
    system_rings(&second.seen);
}

size_t second_ring_put(uint32_t arrival, const struct cube_header *header, const uint8_t *data,
                       size_t bytes) {
    uint32_t d = live_paths_next(arrival, header->destination);
    if (d >= node.dimension)
        ring_broken(header, (uint32_t)piece_slots(header->bytes));
    size_t put = hop_put_ring(&second.ends[d].out, header, data, bytes);
    if (put == HOP_FULL)
        second.full |= 1u << d;
    else
        second.wake |= 1u << d;
    return put;
}

bool second_ring_pass_on(uint32_t dimension, const struct piece *piece) {
    struct end *end = &second.ends[dimension];
    struct cube_header header = piece->header;
    uint32_t bytes = header.bytes, arrival = live_paths_arrival(dimension);
    bool slots = (header.operation & CUBE_OPERATION_MASK) == OPERATION_SLOTS;
    do {
        header.remaining = piece->header.remaining - end->passed;
        header.step = piece->header.step + (slots ? end->passed : 0);
        size_t moved =
            second_ring_put(arrival, &header, piece->payload + end->passed, bytes - end->passed);
        if (moved == HOP_FULL)
            return false;
        end->passed += (uint32_t)moved;
    } while (end->passed < bytes);
    return true;
}

/* Counts a piece that has come on a link, as one of the routed channel (net/meters.c). */
static void count(uint32_t dimension, const struct cube_header *header) {
    struct link *link = &node.link[dimension];
    link->routed_extra_slots -= header->bytes == header->remaining;
    link->routed_extra_bytes += header->bytes;
}

bool second_ring_move(uint32_t dimension, second_ring_move_function *move,
                      second_ring_goes_on_function *goes_on) {
    struct end *end = &second.ends[dimension];
    struct ring_receiver *in = &end->in;
    uint64_t before = in->head;
    uint32_t passed = end->passed, tail = ring_tail(in);
    second.seen.tail[SECOND_RING][dimension] = tail;
    while ((uint32_t)in->head != tail && goes_on(dimension)) {
        struct piece piece;
        ring_piece(in, tail, end->passed, &piece);
        if (!move(dimension, &piece))
            break;
        end->passed = 0;
        count(dimension, &piece.header);
        if (ring_consume(in))
            second.wake |= 1u << dimension;
    }
    return in->head != before || end->passed != passed;
}

void second_ring_begin(void) {
    second.full = 0;
}

void second_ring_note_full(void) {
    uint32_t noted = second.seen.full[SECOND_RING];
    second.seen.full[SECOND_RING] |= second.full;
    for (uint32_t left = second.full & ~noted; left; left &= left - 1) {
        uint32_t d = (uint32_t)__builtin_ctz(left);
        second.seen.head[SECOND_RING][d] = ring_head_seen(&second.ends[d].out);
    }
}

void second_ring_end(void) {
    second.seen.full[SECOND_RING] = 0;
    second_ring_note_full();
}

bool second_ring_is_full(void) {
    return second.full;
}

void second_ring_published(uint32_t dimensions) {
    second.wake |= dimensions;
}

void second_ring_wake(uint32_t failed) {
    uint32_t asleep = 0, left = second.wake & ~failed;
    second.wake = 0;
    if (node.time.turns || left == 0)
        return; /* in turns nobody says that it sleeps */
    /* Orders what we have published before our reads of `asleep`: see node_asleep. The partner is
     * part_fence, where another emulator runs the neighbour. */
    system_fence();
    for (; left; left &= left - 1) {
        uint32_t d = (uint32_t)__builtin_ctz(left);
        if (atomic_load_explicit(second.ends[d].asleep, memory_order_relaxed) & CUBE_ASLEEP)
            asleep |= 1u << d;
    }
    if (asleep)
        system_ring(asleep);
}
