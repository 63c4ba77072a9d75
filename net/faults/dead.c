#include "net/faults/dead.h"

#include <inttypes.h>
#include <string.h>

#include "net/allocate.h"
#include "net/clock/time.h"
#include "net/fault_hooks.h"
#include "net/faults/failed_peer.h"
#include "net/faults/virtual_link.h"
#include "net/messages/hop.h"
#include "net/messages/route.h"
#include "net/physical.h"
#include "net/start.h"
#include "net/ways/acyclic.h"

static_assert((uint32_t)FAULTS_MOST_DIMENSIONS == CUBE_MAX_DIMENSION && WAY_RINGS == CUBE_RINGS,
              "both mean the same cube");

/* One end of a ring from which packets are taken. */
struct source {
    struct ring_receiver ring;
    uint32_t arrival; /* how what is on it has come: enum way_arrival */
    uint32_t passed;  /* bytes of its oldest piece that have gone on */
};

/* What stands between net and the links, for a dimension. */
struct dimension {
    _Alignas(CUBE_SLOT_BYTES) _Atomic uint32_t sent_tail, sent_head; /* of net's outgoing ring */
    _Atomic uint32_t arrived_tail, arrived_head;                     /* of net's incoming ring */
    struct source sent;
    struct ring_sender arrived;
    struct source in[WAY_RINGS]; /* of the link */
    struct ring_sender out[WAY_RINGS];
    const _Atomic uint32_t *asleep; /* of the neighbour */
    struct virtual_link *instead;   /* of the link, if it is dead; else null */
};

/* Among the tables, whose pages come when touched: so machines in which all links live have none of
 * it, and their data lie where they would lie without. */
static NODE_TABLE struct {
    struct ways ways;             /* between physical nodes (net/physical.h) */
    struct dimension *dimensions; /* the node's, one after the other */
    uint8_t *next; /* the step by arrival and destination: STEP_UNKNOWN, or as step_code says */
    uint32_t wake; /* neighbours to whom something has been published */
    uint32_t dead; /* the set of dimensions whose link is dead */
    struct cube_rings seen;
    struct active_channel channel; /* where the program has no active messages */
    bool (*send_queued)(void);     /* of its active messages, or null */
} state;

/* Of active messages, in programs that have them (net/messages/active.c). */
extern struct active_channel active_channel __attribute__((__weak__));

/* ---- The next step ----
 *
 * Paths ascend in physical dimensions, as E-cube's do, and so an arrival has the number of a
 * physical one. All that is kept of a step is its logical dimension. */

enum { STEP_UNKNOWN, STEP_NONE = UINT8_MAX };

static uint8_t step_code(struct way_step step) {
    return step.dimension == WAY_NONE
               ? STEP_NONE
               : (uint8_t)(1 + step.ring * FAULTS_MOST_DIMENSIONS + physical.order[step.dimension]);
}

/* Returns the next step of a packet for another node, as step_code has it. */
static uint8_t next_step(uint32_t arrival, uint32_t destination) {
    uint8_t *next = &state.next[arrival << node.dimension | destination];
    if (*next == STEP_UNKNOWN)
        *next = step_code(
            way_next(&state.ways, physical_node(node.number), arrival, physical_node(destination)));
    return *next;
}

/* How a packet has come that is on a ring of a dimension. On ring 1 it depends on the neighbour's
 * place only, because a packet that still goes up has not gone down before. */
static uint32_t arrival_on(uint32_t ring, uint32_t dimension) {
    struct way_step step = {physical.dimension[dimension], (uint8_t)ring};
    return way_arrives(&state.ways, physical_node(node_neighbour(dimension)), WAY_UP, step);
}

/* ---- Moving pieces ---- */

/* Where a piece goes: a ring, and its dimension, or WAY_NONE if the piece stays here. */
struct target {
    struct ring_sender *ring;
    uint32_t dimension;
    uint32_t number; /* of the link's ring */
};

/* Ends the program: no node sends such a piece; or it is this node's own, and there is no way. */
static COLD _Noreturn void no_way(uint32_t arrival, const struct cube_header *header) {
    if (arrival != WAY_HERE)
        ring_broken(header, (uint32_t)piece_slots(header->bytes));
    system_abort("cube: node %" PRIu32 ": node %u is unreachable\n", node.number,
                 (unsigned)header->destination);
}

/* Returns the virtual link that a piece for this node belongs to, or null if it is a message. Ends
 * the program if there is no such link. */
static struct virtual_link *virtual_of(uint32_t arrival, const struct cube_header *header) {
    if (!virtual_link_is(header))
        return NULL;
    uint32_t difference = header->source ^ node.number;
    struct virtual_link *instead =
        __builtin_popcount(difference) == 1 && difference >> node.dimension == 0
            ? state.dimensions[__builtin_ctz(difference)].instead
            : NULL;
    if (!instead)
        no_way(arrival, header);
    return instead;
}

/* Returns where a piece goes that has come as `arrival` says. Ends the program if no node sends
 * such a piece. Here it is only checked that a packet goes on in the order of channels that keeps
 * packets from waiting for each other in a circle: a neighbour may send in anybody's name. */
static struct target target_of(uint32_t arrival, const struct cube_header *header) {
    uint32_t nodes = 1u << node.dimension, to = header->destination;
    if (header->source >= nodes || to >= nodes)
        no_way(arrival, header);
    if (to == node.number) {
        if (header->source == node.number)
            no_way(arrival, header);
        uint32_t d = physical_highest(header->source ^ node.number);
        return (struct target){&state.dimensions[d].arrived, WAY_NONE, d};
    }
    uint8_t code = next_step(arrival, to);
    if (code == STEP_NONE)
        no_way(arrival, header);
    uint32_t ring = code > FAULTS_MOST_DIMENSIONS;
    uint32_t d = code - 1u - ring * FAULTS_MOST_DIMENSIONS;
    return (struct target){&state.dimensions[d].out[ring], d, ring};
}

/* Moves the oldest piece of *source, or what is left of it, as far as there is room. Returns true
 * when all of it has gone. */
static bool move_piece(struct source *source, const struct piece *piece) {
    struct cube_header header = piece->header;
    uint32_t arrival = source->arrival;
    struct virtual_link *instead =
        header.destination == node.number ? virtual_of(arrival, &header) : NULL;
    if (instead) {
        virtual_link_take(instead, piece);
        return true;
    }
    struct target target = target_of(arrival, &header);
    bool passes = arrival != WAY_HERE && target.dimension != WAY_NONE;
    uint32_t bytes = header.bytes;
    do {
        if (source->passed > 0)
            header.acknowledged = 0; /* it has gone with the first part */
        header.remaining = piece->header.remaining - source->passed;
        header.clock = time_after(piece->header.clock, source->passed);
        if (passes)
            header.clock = time_pass(header.clock, 0, false);
        size_t moved = hop_put_ring(target.ring, &header, piece->payload + source->passed,
                                    bytes - source->passed);
        if (moved == HOP_FULL) {
            if (target.dimension != WAY_NONE)
                state.seen.full[target.number] |= 1u << target.dimension;
            return false;
        }
        if (target.dimension != WAY_NONE)
            state.wake |= 1u << target.dimension;
        source->passed += (uint32_t)moved;
    } while (source->passed < bytes);
    source->passed = 0;
    return true;
}

/* Counts a piece that has come on a link. What net counts when it takes in one for this node, on
 * the dimension on which it expects it, is taken away from there (net/meters.c). */
static void count(uint32_t dimension, const struct cube_header *header) {
    bool last = header->operation != OPERATION_ACKNOWLEDGE && header->bytes == header->remaining;
    struct link *link = &node.link[dimension];
    link->routed_extra_slots -= last;
    link->routed_extra_bytes += header->bytes;
    if (header->destination != node.number || virtual_link_is(header))
        return;
    link = &node.link[physical_highest(header->source ^ node.number)];
    link->routed_extra_slots += last;
    link->routed_extra_bytes -= header->bytes;
}

/* Moves what is on a ring, up to the first piece that finds no room. It has come on `dimension`,
 * unless it is net's own. Returns whether anything has moved; sets *tail to what has been published
 * by now. */
static bool move_from(struct source *source, uint32_t dimension, uint32_t *tail) {
    struct ring_receiver *in = &source->ring;
    uint64_t before = in->head;
    uint32_t passed = source->passed;
    *tail = ring_tail(in);
    while ((uint32_t)in->head != *tail) {
        struct piece piece;
        ring_piece(in, *tail, source->passed, &piece);
        uint64_t looked = in->looked;
        if (!move_piece(source, &piece))
            break;
        in->looked = looked;
        if (source->arrival != WAY_HERE)
            count(dimension, &piece.header);
        if (ring_consume(in) && source->arrival != WAY_HERE)
            state.wake |= 1u << dimension;
    }
    return in->head != before || source->passed != passed;
}

/* Moves what a virtual link has to carry. Returns whether anything has moved. */
static bool move_virtual(struct virtual_link *instead) {
    bool moved = false;
    while (virtual_link_next(instead)) {
        const struct cube_header *header = &instead->header;
        struct target target = target_of(WAY_HERE, header);
        size_t left = hop_put_ring(target.ring, header, instead->data, header->remaining);
        if (left == HOP_FULL) {
            state.seen.full[target.number] |= 1u << target.dimension;
            break;
        }
        state.wake |= 1u << target.dimension;
        virtual_link_left(instead, left);
        moved = true;
    }
    return moved;
}

/* Moves what net has put on its rings of a set of dimensions. */
static bool move_sent(uint32_t dimensions) {
    bool moved = false;
    for (; dimensions; dimensions &= dimensions - 1) {
        uint32_t tail, d = (uint32_t)__builtin_ctz(dimensions);
        struct dimension *between = &state.dimensions[d];
        moved |= move_from(&between->sent, d, &tail);
        if (between->instead)
            moved |= move_virtual(between->instead);
    }
    return moved;
}

/* Rings the doorbells of neighbours on a set of dimensions that sleep. */
static void wake(uint32_t dimensions) {
    uint32_t asleep = 0;
    if (node.time.turns || dimensions == 0)
        return; /* in turns nobody says that it sleeps */
    /* Orders what we have published before our reads of `asleep`: see node_asleep. The partner is
     * part_fence, where another emulator runs the neighbour. */
    system_fence();
    for (uint32_t left = dimensions; left; left &= left - 1) {
        uint32_t d = (uint32_t)__builtin_ctz(left);
        if (atomic_load_explicit(state.dimensions[d].asleep, memory_order_relaxed) & CUBE_ASLEEP)
            asleep |= 1u << d;
    }
    if (asleep)
        system_ring(asleep);
}

static void wake_all(void) {
    uint32_t dimensions = state.wake;
    state.wake = 0;
    wake(dimensions);
}

/* Notes what this node has seen of the heads of full rings, but for those noted in `before`. */
static void note_full(const struct cube_rings *before) {
    for (uint32_t ring = 0; ring < WAY_RINGS; ring++)
        for (uint32_t left = state.seen.full[ring] & ~before->full[ring]; left; left &= left - 1) {
            uint32_t d = (uint32_t)__builtin_ctz(left);
            state.seen.head[ring][d] = ring_head_seen(&state.dimensions[d].out[ring]);
        }
}

static uint32_t all_dimensions(void) {
    return (1u << node.dimension) - 1;
}

/* Moves all that can move, and notes for the next wait what has been seen. Returns whether anything
 * has moved. */
static bool move_all(void) {
    static const struct cube_rings nothing;
    memset(state.seen.full, 0, sizeof state.seen.full);
    bool moved = move_sent(all_dimensions());
    for (uint32_t d = 0; d < node.dimension; d++)
        for (uint32_t ring = 0; ring < WAY_RINGS && !(state.dead >> d & 1); ring++)
            moved |= move_from(&state.dimensions[d].in[ring], d, &state.seen.tail[ring][d]);
    note_full(&nothing);
    wake_all();
    return moved;
}

static bool send_queued(void) {
    bool queued = state.send_queued && node.active == &active_channel && state.send_queued();
    return move_all() || queued;
}

/* Sends on what net has put on its rings of a set of dimensions, and rings the doorbells of those
 * neighbours that sleep. This comes also between the last look and a sleep, when net gives credit
 * back: so the sleep watches the rings that were full for this, too. */
static void ring(uint32_t dimensions) {
    struct cube_rings before = state.seen;
    move_sent(dimensions);
    note_full(&before);
    state.wake |= dimensions;
    wake_all();
}

static bool poll(void) {
    return route_forward();
}

static bool pending(void) {
    for (uint32_t d = 0; d < node.dimension; d++)
        for (uint32_t ring = 0; ring < WAY_RINGS; ring++) {
            const struct ring_receiver *in = &state.dimensions[d].in[ring].ring;
            if (ring_has(in->tail, in->head))
                return true;
        }
    return false;
}

static bool detour(void) {
    move_all();
    return !pending();
}

/* ---- The start ---- */

static const char which[] = "dead links";

static void *allocate(size_t bytes) {
    return memset(net_allocate_paths(bytes, which), 0, bytes);
}

/* Ends the program if packets could wait for each other in a circle. One node finds it for all. */
static void check_order(void) {
    if (node.number != 0)
        return;
    size_t channels = WAY_CHANNELS(node.dimension);
    uint8_t *waiting = allocate(channels);
    uint32_t *queue = allocate(channels * sizeof *queue);
    if (!ways_are_acyclic(&state.ways, waiting, queue))
        system_abort(
            "cube: paths round the dead links could deadlock (run graycube reroute again)\n");
    net_free(queue);
    net_free(waiting);
}

/* Returns the physical dimensions whose link is dead, by physical nodes. `dead` has the logical
 * ones, by logical nodes. */
static const uint16_t *physical_sets(const uint16_t *dead) {
    if (node.relaying_number == node.number)
        return dead; /* both are the same */
    uint16_t *sets = allocate(sizeof *sets << node.dimension);
    /* A set of dimensions has a bit for each of them, as a node's number has. */
    for (uint32_t number = 0; number < 1u << node.dimension; number++)
        sets[physical_node(number)] = (uint16_t)physical_node(dead[number]);
    return sets;
}

static void start_ways(const uint16_t *dead) {
    uint32_t n = node.dimension;
    size_t nodes = (size_t)1 << n;
    uint16_t *queue = allocate(nodes * sizeof *queue);
    state.dead = dead[node.number];
    state.ways = (struct ways){
        .faults = {n, physical_sets(dead)},
        .best = allocate(nodes),
        /* No search needs all of it. */
        .queue = net_allocate_paths(WAY_PLACES(n) * sizeof *state.ways.queue, which),
    };
    ways_start(&state.ways, allocate(nodes * sizeof(uint16_t)), queue);
    net_free(queue);
    state.next = allocate((size_t)WAY_ARRIVALS << n);
    check_order();
}

/* Puts this between net's rings of a dimension and those of the link. */
static void start_dimension(uint32_t d, const struct cube_node_page *page) {
    static const _Atomic uint32_t awake = 0, outside = CUBE_OUTSIDE;
    struct dimension *between = &state.dimensions[d];
    struct link *link = &node.link[d];
    uint32_t bytes = page->routed_bytes;
    /* Slots lie on cache lines of their own. */
    uint8_t *slots = allocate(2 * (size_t)bytes + CUBE_SLOT_BYTES);
    slots += -(uintptr_t)slots % CUBE_SLOT_BYTES;
    between->asleep = link->asleep;
    between->sent.arrival = WAY_HERE;
    for (uint32_t ring = 0; ring < WAY_RINGS; ring++)
        between->in[ring].arrival = arrival_on(ring, d);
    between->in[0].ring = link->routed_in;
    between->out[0] = link->routed_out;
    const uint8_t *in = (const uint8_t *)link->routed_in.slots + bytes;
    ring_receiver_start(&between->in[1].ring, in, bytes, &link->incoming->second_tail,
                        &link->outgoing->second_head);
    ring_sender_start(&between->out[1], link->routed_out.slots + bytes, bytes,
                      &link->outgoing->second_tail, &link->incoming->second_head);
    ring_sender_start(&link->routed_out, slots, bytes, &between->sent_tail, &between->sent_head);
    ring_receiver_start(&between->sent.ring, slots, bytes, &between->sent_tail,
                        &between->sent_head);
    slots += bytes;
    ring_sender_start(&between->arrived, slots, bytes, &between->arrived_tail,
                      &between->arrived_head);
    ring_receiver_start(&link->routed_in, slots, bytes, &between->arrived_tail,
                        &between->arrived_head);
    link->asleep = page->flags & CUBE_PAGE_TURNS ? &awake : &outside;
}

static uint32_t links_between(uint32_t from, uint32_t to) {
    return way_links(&state.ways, physical_node(from), WAY_HERE, physical_node(to));
}

/* Puts a virtual link, of N links, in the place of a dead one. */
static void start_virtual(uint32_t d, uint32_t links, uint32_t bytes) {
    struct virtual_link *instead = allocate(sizeof *instead);
    uint8_t *memory = allocate(virtual_link_bytes(bytes) + CUBE_PAGE_BYTES);
    virtual_link_start(instead, d, bytes, memory + -(uintptr_t)memory % CUBE_PAGE_BYTES);
    state.dimensions[d].instead = instead;
    node.clock.further[d] = (uint8_t)(links - 1);
}

static void deliver_nothing(const struct piece *piece) {
    ring_broken(&piece->header, (uint32_t)piece_slots(piece->header.bytes));
}

static const struct fault_hooks hooks = {
    .wait = system_wait,
    .ring = ring,
    .pending = pending,
    .detour = detour,
    .links = links_between,
    .error = failed_peer_error,
    .has_failed = failed_peer_is_failed,
};

void dead_begin(void) {
    static const _Atomic uint32_t always = 1;
    const struct cube_node_page *page = system_node_page();
    const uint16_t *dead = (const uint16_t *)(uintptr_t)page->dead;
    net_start();
    start_ways(dead);
    state.dimensions = allocate(node.dimension * sizeof *state.dimensions);
    node.alias = 0; /* net's rings are mapped once */
    for (uint32_t d = 0; d < node.dimension; d++) {
        start_dimension(d, page);
        if (state.dead >> d & 1) {
            uint32_t links = links_between(node.number, node_neighbour(d));
            /* A dead neighbour, to which no path leads, is named when something is sent to it. */
            start_virtual(d, links > 0 ? links : 1, page->direct_bytes);
        }
    }
    node.outside = page->flags & CUBE_PAGE_TURNS ? 0 : all_dimensions();
    node.spins = node.idle_spins = 0; /* waits come here after each look */
    /* Calls that do not wait come here, too: on a link that the node does not have, and that they
     * look at, something has always arrived. */
    node.further_dimensions = node.dimension;
    node.link[node.dimension].routed_in.tail = &always;
    state.channel = (struct active_channel){
        .deliver = deliver_nothing, .send_queued = send_queued, .poll = poll};
    node.active = &state.channel;
    if (&active_channel) {
        state.send_queued = active_channel.send_queued;
        active_channel.send_queued = send_queued;
        active_channel.poll = poll;
    }
    fault_hooks = &hooks;
    node.looks_at_schedules = true;
    system_rings(&state.seen);
}
