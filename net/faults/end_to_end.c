#include "net/faults/end_to_end.h"

#include <inttypes.h>
#include <string.h>

#include "net/allocate.h"
#include "net/clock/time.h"
#include "net/faults/failed_peer.h"
#include "net/messages/credit.h"
#include "net/messages/hop.h"
#include "net/physical.h"

/* The bytes of a ring between two nodes, if those of links have no fewer. */
enum { RING_BYTES = 4096 };

/* The words of a window that anybody uses here, and nothing behind them. */
enum { WORDS_BYTES = 2 * CUBE_SLOT_BYTES };
static_assert(WORDS_BYTES >= offsetof(struct cube_window, second_tail), "they are all there");

/* A ring of net's, as this reads and writes it. */
struct own_ring {
    _Alignas(CUBE_SLOT_BYTES) _Atomic uint32_t tail, head;
    struct ring_receiver receiver;
    struct ring_sender sender;
    uint32_t passed; /* bytes of the oldest piece that have been moved */
};

struct dimension {
    struct own_ring sent;    /* by net */
    struct own_ring arrived; /* for net */
};

/* What there is between this node and another one. */
struct pair {
    struct failed_link carried;
    struct ring_sender out;
    struct ring_receiver in;
    uint32_t passed; /* bytes of the oldest piece of `in` that net has got */
};

enum { SET_WORDS = CUBE_MAX_NODES / 64 };

/* Among the tables, whose pages come when touched. */
static NODE_TABLE struct {
    struct dimension *dimensions;
    struct pair *pairs;       /* by node; those that are in `met` have begun */
    uint8_t *memory;          /* of the pairs, as much for each as pair_bytes says */
    uint32_t bytes;           /* of a ring */
    uint64_t met[SET_WORDS];  /* nodes */
    uint64_t due[SET_WORDS];  /* those to which something may have to leave, */
    uint64_t come[SET_WORDS]; /* and of which something may have come */
    uint64_t last[SET_WORDS]; /* those of which it has still to be told */
    uint64_t *stamps;         /* when each has failed */
} all;

static bool has(const uint64_t set[], uint32_t number) {
    return set[number / 64] >> number % 64 & 1;
}

static void add(uint64_t set[], uint32_t number) {
    set[number / 64] |= UINT64_C(1) << number % 64;
}

static void take_out(uint64_t set[], uint32_t number) {
    set[number / 64] &= ~(UINT64_C(1) << number % 64);
}

/* Returns the lowest number in a set from `from` on, or CUBE_NOBODY. */
static uint32_t next_in(const uint64_t set[], uint32_t from) {
    for (uint32_t word = from / 64; word << 6 >> node.dimension == 0; word++) {
        uint64_t left = set[word] & (word == from / 64 ? UINT64_MAX << from % 64 : UINT64_MAX);
        if (left)
            return word * 64 + (uint32_t)__builtin_ctzll(left);
    }
    return CUBE_NOBODY;
}

bool end_to_end_is_on(void) {
    return all.pairs;
}

/* ---- Between two nodes ---- */

static size_t pair_bytes(void) {
    return 2 * ((size_t)WORDS_BYTES + all.bytes);
}

/* Both sides begin when they first have anything for each other. */
static void begin(uint32_t other) {
    struct pair *pair = &all.pairs[other];
    uint8_t *memory = all.memory + other * pair_bytes();
    struct cube_window *out = (struct cube_window *)memory;
    struct cube_window *in = (struct cube_window *)(memory + WORDS_BYTES);
    uint8_t *sent_slots = memory + 2 * (size_t)WORDS_BYTES, *come_slots = sent_slots + all.bytes;
    memset(memory, 0, 2 * (size_t)WORDS_BYTES);
    ring_sender_start(&pair->out, sent_slots, all.bytes, &out->direct_tail, &in->direct_head);
    ring_receiver_start(&pair->in, come_slots, all.bytes, &in->direct_tail, &out->direct_head);
    pair->passed = 0;
    failed_link_between(&pair->carried, other, all.bytes, out, sent_slots, in, come_slots,
                        &pair->in);
    add(all.met, other);
}

static struct pair *pair_with(uint32_t other) {
    if (!has(all.met, other))
        begin(other);
    return &all.pairs[other];
}

struct failed_link *end_to_end_with(uint32_t other) {
    struct pair *pair = pair_with(other);
    add(all.due, other);
    add(all.come, other);
    return &pair->carried;
}

uint32_t end_to_end_next(uint32_t from) {
    return all.pairs ? next_in(all.due, from) : CUBE_NOBODY;
}

void end_to_end_rests(uint32_t other) {
    take_out(all.due, other);
}

void end_to_end_restart(void) {
    if (!all.pairs)
        return;
    for (uint32_t other = next_in(all.met, 0); other != CUBE_NOBODY;
         other = next_in(all.met, other + 1)) {
        if (failed_peer_is_failed(other))
            continue;
        failed_link_restart(&all.pairs[other].carried);
        add(all.due, other);
    }
}

/* ---- Moving pieces ---- */

static _Noreturn void broken(const struct cube_header *header) {
    ring_broken(header, (uint32_t)piece_slots(header->bytes));
}

/* Moves a piece, of which *passed bytes have gone before, as far as there is room. Its stamp
 * becomes that of N links more. Returns true when all of it has gone. */
static bool move(struct ring_sender *to, const struct piece *piece, uint32_t *passed,
                 uint64_t further) {
    struct cube_header header = piece->header;
    do {
        if (*passed > 0)
            header.acknowledged = 0; /* it has gone with the first part */
        header.remaining = piece->header.remaining - *passed;
        header.clock = time_after(piece->header.clock, *passed);
        if (further > 0 && node.time.on)
            header.clock = clock_add(header.clock, further, node.clock.costs.hop);
        size_t moved =
            hop_put_ring(to, &header, piece->payload + *passed, piece->header.bytes - *passed);
        if (moved == HOP_FULL)
            return false;
        *passed += (uint32_t)moved;
    } while (*passed < piece->header.bytes);
    *passed = 0;
    return true;
}

/* Moves a piece of net's to the ring to its destination. */
static bool move_to(uint32_t to, const struct piece *piece, uint32_t *passed) {
    add(all.due, to);
    return move(&pair_with(to)->out, piece, passed, 0);
}

/* Moves what net has sent on a dimension, up to the first piece that finds no room. */
static bool take_from(uint32_t d) {
    struct own_ring *sent = &all.dimensions[d].sent;
    struct ring_receiver *in = &sent->receiver;
    uint64_t before = in->head;
    uint32_t passed = sent->passed, tail = ring_tail(in);
    while ((uint32_t)in->head != tail) {
        struct piece piece;
        ring_piece(in, tail, sent->passed, &piece);
        uint32_t to = piece.header.destination;
        if (to >> node.dimension != 0 || to == node.number)
            broken(&piece.header);
        if (failed_peer_is_failed(to))
            sent->passed = 0;
        else if (!move_to(to, &piece, &sent->passed))
            break;
        ring_consume(in);
    }
    return in->head != before || sent->passed != passed;
}

bool end_to_end_take(uint32_t dimensions) {
    bool moved = false;
    for (; dimensions; dimensions &= dimensions - 1)
        moved |= take_from((uint32_t)__builtin_ctz(dimensions));
    return moved;
}

/* Returns how many links beyond the first a packet has passed from a node. */
static uint64_t further_from(uint32_t source, links_function *links) {
    bool counts = node.time.on && node.clock.costs.hop > 0;
    return counts && !failed_peer_is_failed(source) ? links(source, node.number) - UINT64_C(1) : 0;
}

/* What net counts of a piece that it will find on a dimension is taken away from there: the links
 * count what they carry (net/meters.c). */
static void uncount(uint32_t d, const struct cube_header *header) {
    struct link *link = &node.link[d];
    link->routed_extra_slots +=
        header->operation != OPERATION_ACKNOWLEDGE && header->bytes == header->remaining;
    link->routed_extra_bytes -= header->bytes;
}

/* Gives net what has come from a node, as far as there is room. */
static bool give_from(uint32_t source, links_function *links) {
    struct pair *pair = &all.pairs[source];
    struct ring_receiver *in = &pair->in;
    uint64_t before = in->head;
    uint32_t passed = pair->passed, tail = ring_tail(in);
    if ((uint32_t)in->head == tail) {
        take_out(all.come, source);
        return false;
    }
    uint32_t d = physical_highest(source ^ node.number);
    uint64_t further = further_from(source, links);
    while ((uint32_t)in->head != tail) {
        struct piece piece;
        ring_piece(in, tail, pair->passed, &piece);
        if (piece.header.source != source || piece.header.destination != node.number)
            broken(&piece.header);
        if (!move(&all.dimensions[d].arrived.sender, &piece, &pair->passed, further))
            break;
        uncount(d, &piece.header);
        ring_consume(in);
    }
    if (!failed_peer_is_failed(source))
        add(all.due, source); /* it may have to hear how far this node has read */
    return in->head != before || pair->passed != passed;
}

/* ---- Nodes that have failed ---- */

/* Tells net that a node has failed, in whose name this is the last, if net has got all that has
 * come of it, and has room. */
static bool tell_last(uint32_t failed) {
    const struct pair *pair = &all.pairs[failed];
    const struct cube_header header = {
        .operation = OPERATION_ACKNOWLEDGE,
        .step = CREDIT_STEP_FAILED,
        .clock = all.stamps[failed],
        .source = (uint16_t)failed,
        .destination = (uint16_t)node.number,
        .acknowledged = UINT32_MAX, /* more than there can be to give back */
    };
    uint32_t d = physical_highest(failed ^ node.number);
    if (has(all.met, failed) && ring_tail(&pair->in) != (uint32_t)pair->in.head)
        return false;
    if (hop_put_ring(&all.dimensions[d].arrived.sender, &header, NULL, 0) == HOP_FULL)
        return false;
    take_out(all.last, failed);
    return true;
}

bool end_to_end_give(links_function *links) {
    bool moved = false;
    for (uint32_t source = next_in(all.come, 0); source != CUBE_NOBODY;
         source = next_in(all.come, source + 1))
        moved |= give_from(source, links);
    for (uint32_t failed = next_in(all.last, 0); failed != CUBE_NOBODY;
         failed = next_in(all.last, failed + 1))
        moved |= tell_last(failed);
    return moved;
}

void end_to_end_fails(uint32_t other, uint64_t stamp) {
    all.stamps[other] = stamp;
    add(all.last, other);
    take_out(all.due, other);
}

/* ---- The start ---- */

/* Returns memory whose pages come when they are first written, at a multiple of a slot. */
static uint8_t *memory_of(size_t bytes) {
    uint8_t *memory = net_allocate(bytes + CUBE_SLOT_BYTES);
    if (memory)
        return memory + -(uintptr_t)memory % CUBE_SLOT_BYTES;
    system_abort("cube: node %" PRIu32 ": not enough memory for copies of unacknowledged messages "
                 "(increase --memory heap=BYTES)\n",
                 node.number);
}

static void start_ring(struct own_ring *ring, uint32_t bytes) {
    uint8_t *slots = memory_of(bytes);
    memset(ring, 0, sizeof *ring);
    ring_sender_start(&ring->sender, slots, bytes, &ring->tail, &ring->head);
    ring_receiver_start(&ring->receiver, slots, bytes, &ring->tail, &ring->head);
}

/* Puts rings of this node's own in the place of those of a link. */
static void start_dimension(uint32_t d, uint32_t bytes) {
    struct dimension *dimension = &all.dimensions[d];
    struct link *link = &node.link[d];
    start_ring(&dimension->sent, bytes);
    start_ring(&dimension->arrived, bytes);
    ring_sender_start(&link->routed_out, dimension->sent.sender.slots, bytes, &dimension->sent.tail,
                      &dimension->sent.head);
    ring_receiver_start(&link->routed_in, dimension->arrived.sender.slots, bytes,
                        &dimension->arrived.tail, &dimension->arrived.head);
}

void end_to_end_start(void) {
    size_t nodes = (size_t)1 << node.dimension;
    uint32_t routed = system_node_page()->routed_bytes;
    all.bytes = routed < RING_BYTES ? routed : RING_BYTES;
    all.pairs = (struct pair *)memory_of(nodes * sizeof *all.pairs);
    all.memory = memory_of(nodes * pair_bytes());
    all.stamps = (uint64_t *)memory_of(nodes * sizeof *all.stamps);
    all.dimensions = (struct dimension *)memory_of(node.dimension * sizeof *all.dimensions);
    node.alias = 0; /* net's rings are mapped once */
    for (uint32_t d = 0; d < node.dimension; d++)
        start_dimension(d, routed);
}
