#include "net/failing.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

#include "faults/way.h"
#include "net/allocate.h"
#include "net/dying.h"
#include "net/end_to_end.h"
#include "net/failed_link.h"
#include "net/fallen.h"
#include "net/gone.h"
#include "net/hop.h"
#include "net/route.h"
#include "net/start.h"
#include "net/time.h"

enum { RING = 1 };                 /* the second one */
enum { ARRIVALS = 2 };             /* to a node on it: WAY_UP and WAY_DOWN */
enum { STEP_UNKNOWN = UINT8_MAX }; /* another number is the dimension of the next step */

/* The second ring of a dimension. */
struct end {
    struct ring_receiver in;
    struct ring_sender out;
    uint32_t passed;                /* bytes of the oldest piece that have gone on */
    const _Atomic uint32_t *asleep; /* of the neighbour */
};

/* Among the tables, whose pages come when touched: machines in which no link fails have none. */
static NODE_TABLE struct {
    const struct cube_failures *list;
    struct end *ends;            /* by dimension */
    struct failed_link *instead; /* by dimension */
    struct fallen *fallen;       /* by dimension: of links to nodes that have failed */
    bool dies;                   /* this node's program, at its next wait */
    bool stops;                  /* all of this node, at its next wait */
    bool stopped;                /* it has done so */
    bool begun;                  /* there are virtual links in the cube */
    uint32_t links;              /* those of the list that are links or nodes, not programs */
    uint32_t known;              /* which of them have failed, as far as this node knows */
    uint32_t failed;             /* the dimensions of its own links that have, or are dead */
    uint32_t lost;               /* those of them whose node has failed */
    uint32_t full;               /* dimensions on whose ring something found no room */
    uint32_t wake;               /* those on which something has been published */
    uint16_t *dead, *queue;
    struct ways ways;
    uint8_t *next; /* the step by arrival and destination */
    struct cube_rings seen;
    struct active_channel channel; /* where the program has no active messages */
    bool (*send_queued)(void);     /* of its active messages, or null */
} failing;

/* Of active messages, in programs that have them (net/active.c). */
extern struct active_channel active_channel __attribute__((__weak__));

/* ---- Paths ---- */

static uint32_t next_step(uint32_t arrival, uint32_t destination) {
    uint8_t *next = &failing.next[(arrival - WAY_UP) << node.dimension | destination];
    if (*next == STEP_UNKNOWN)
        *next = way_next(&failing.ways, node.number, arrival, destination).dimension;
    return *next;
}

static uint32_t arrival_on(uint32_t dimension) {
    struct way_step step = {(uint8_t)dimension, RING};
    return way_arrives(&failing.ways, node_neighbour(dimension), WAY_UP, step);
}

static COLD _Noreturn void no_way(uint32_t to) {
    system_abort("cube: node %" PRIu32 ": no way that lives leads to node %" PRIu32 "\n",
                 node.number, to);
}

uint32_t failing_links(uint32_t from, uint32_t to) {
    uint32_t links = way_links(&failing.ways, from, WAY_UP, to);
    if (links == 0 && from != to)
        no_way(to);
    return links;
}

/* ---- Learning what has failed ---- */

static void ring(uint32_t dimensions);
static bool send_queued(void);
static bool poll(void);
static void deliver_nothing(const struct piece *piece);

/* The first link of the cube has failed, or some are dead from the start. From now on calls that do
 * not wait come here, too: on a link that the node does not have, and that they look at, something
 * has always arrived. */
static void begin(void) {
    static const _Atomic uint32_t always = 1;
    if (failing.begun)
        return;
    failing.begun = true;
    node.spins = node.idle_spins = 0; /* waits come here after each look */
    node.further_dimensions = node.dimension;
    node.link[node.dimension].routed_in.tail = &always;
    failing.channel = (struct active_channel){
        .deliver = deliver_nothing, .send_queued = send_queued, .poll = poll};
    if (!node.active)
        node.active = &failing.channel;
    if (&active_channel) {
        failing.send_queued = active_channel.send_queued;
        active_channel.send_queued = send_queued;
        active_channel.poll = poll;
    }
    node_ring_instead = ring;
    system_rings(&failing.seen);
}

/* This node's link on a dimension becomes a virtual one. */
static void learn_own(uint32_t d) {
    static const _Atomic uint32_t outside = CUBE_OUTSIDE;
    failing.failed |= 1u << d;
    node.outside |= 1u << d;
    node.link[d].asleep = &outside; /* whatever net publishes there has to be carried */
    failed_link_start(&failing.instead[d], d, system_node_page());
}

/* Notes that a link is dead. Returns whether it is one of this node's that was not. */
static bool note_dead(uint32_t end, uint32_t d) {
    uint32_t other = end ^ 1u << d;
    failing.dead[end] |= (uint16_t)(1u << d);
    failing.dead[other] |= (uint16_t)(1u << d);
    return (end == node.number || other == node.number) && !(failing.failed >> d & 1);
}

/* All of a node has failed. */
static void learn_node(uint32_t failed, uint64_t now) {
    if (failed == node.number) {
        failing.stops = true;
        return;
    }
    gone_note(failed);
    end_to_end_fails(failed, now);
    for (uint32_t d = 0; d < node.dimension; d++) {
        if (note_dead(failed, d))
            learn_own(d);
        if (failed != node_neighbour(d))
            continue;
        failing.lost |= 1u << d;
        fallen_start(&failing.fallen[d], d, now);
    }
}

static void learn(const struct cube_failed *link, uint64_t now) {
    if (link->dimension == CUBE_FAILED_NODE)
        learn_node(link->node, now);
    else if (note_dead(link->node, link->dimension))
        learn_own(link->dimension);
}

/* Returns the dimensions on which there is a virtual link. */
static uint32_t virtual_links(void) {
    return failing.failed & ~failing.lost;
}

/* Finds the paths by what is dead now, and lets all virtual links begin anew. */
static void begin_anew(void) {
    begin();
    up_down_levels(&failing.ways.faults, (uint16_t *)(uintptr_t)failing.ways.level, failing.queue);
    memset(failing.next, STEP_UNKNOWN, (size_t)ARRIVALS << node.dimension);
    end_to_end_restart();
    for (uint32_t left = virtual_links(); left; left &= left - 1) {
        uint32_t d = (uint32_t)__builtin_ctz(left);
        failed_link_restart(&failing.instead[d]);
        node.clock.further[d] = node.clock.routed_further[d] =
            (uint8_t)(failing_links(node.number, node_neighbour(d)) - 1);
    }
}

/* What the node's clock shows, or showed when it was stopped. */
static uint64_t shown(void) {
    return !node.time.on ? 0 : node.time.stopped ? node.time.stop : time_now();
}

/* Whether the node's next link fails by now, or one of another node has. */
static bool is_due(void) {
    uint64_t fails = atomic_load_explicit(&system_node_page()->fails, memory_order_relaxed);
    uint32_t set = atomic_load_explicit(&failing.list->set, memory_order_relaxed) & failing.links;
    return (set & ~failing.known) != 0 || (fails != UINT64_MAX && shown() >= fails);
}

/* Whether this node's program is in a set of programs that die. All others tell of themselves. */
static bool is_own(uint32_t programs) {
    for (; programs; programs &= programs - 1)
        if (failing.list->link[__builtin_ctz(programs)].node == node.number)
            return true;
    return false;
}

/* Learns what has failed, of this node's what does by `until` by its clock. */
static void learn_until(uint64_t until) {
    uint64_t time = shown();
    uint32_t now = (uint32_t)system_failed(until);
    failing.dies |= is_own(now & ~failing.links);
    uint32_t new = now &failing.links & ~failing.known;
    if (new == 0)
        return;
    failing.known |= new;
    for (; new; new &= new - 1)
        learn(&failing.list->link[__builtin_ctz(new)], time);
    begin_anew();
}

static void learn_all(void) {
    learn_until(shown());
}

void failing_fail(void) {
    learn_until(UINT64_MAX);
}

/* ---- Moving pieces ---- */

static _Noreturn void broken(const struct cube_header *header) {
    ring_broken(header, (uint32_t)piece_slots(header->bytes));
}

/* Puts as much of a piece on the ring by which packets for header->destination leave as there is
 * room for. Returns its bytes, or HOP_FULL. */
static size_t put(uint32_t arrival, const struct cube_header *header, const uint8_t *data,
                  size_t bytes) {
    uint32_t d = next_step(arrival, header->destination);
    if (d >= node.dimension)
        broken(header);
    size_t put = hop_put_ring(&failing.ends[d].out, header, data, bytes);
    if (put == HOP_FULL)
        failing.full |= 1u << d;
    else
        failing.wake |= 1u << d;
    return put;
}

/* Passes on a piece, or what is left of it, as far as there is room. Returns true when all of it
 * has gone. */
static bool pass_on(struct end *end, uint32_t arrival, const struct piece *piece) {
    struct cube_header header = piece->header;
    uint32_t bytes = header.bytes;
    bool slots = (header.operation & CUBE_OPERATION_MASK) == OPERATION_SLOTS;
    do {
        header.remaining = piece->header.remaining - end->passed;
        header.step = piece->header.step + (slots ? end->passed : 0);
        size_t moved = put(arrival, &header, piece->payload + end->passed, bytes - end->passed);
        if (moved == HOP_FULL)
            return false;
        end->passed += (uint32_t)moved;
    } while (end->passed < bytes);
    return true;
}

/* Takes in a piece for this node. It is from a neighbour by a link that has failed, or, where nodes
 * fail, from any other that has not. */
static void take(const struct piece *piece) {
    uint32_t source = piece->header.source, difference = source ^ node.number;
    if (piece->header.operation & FAILED_BETWEEN) {
        if (!end_to_end_is_on() || difference == 0 || source >> node.dimension != 0 ||
            gone_has_failed(source))
            broken(&piece->header);
        failed_link_take(end_to_end_with(source), piece);
        return;
    }
    if (__builtin_popcount(difference) != 1 || !(virtual_links() & difference))
        broken(&piece->header);
    failed_link_take(&failing.instead[__builtin_ctz(difference)], piece);
}

/* Deals with the oldest piece of a ring, which is that of `dimension`. Returns false if it has to
 * stay. */
static bool move_piece(struct end *end, uint32_t dimension, const struct piece *piece) {
    const struct cube_header *header = &piece->header;
    if (header->acknowledged & ~failing.known) {
        learn_all();
        if (header->acknowledged & ~failing.known)
            broken(header);
    }
    bool old = header->acknowledged != failing.known;
    if (!old && header->destination >= 1u << node.dimension)
        broken(header);
    if (!old && header->destination == node.number)
        take(piece);
    else if (!old && !pass_on(end, arrival_on(dimension), piece))
        return false;
    end->passed = 0;
    return true;
}

/* Counts a piece that has come on a link, as one of the routed channel (net/meters.c). */
static void count(uint32_t dimension, const struct cube_header *header) {
    struct link *link = &node.link[dimension];
    link->routed_extra_slots -= header->bytes == header->remaining;
    link->routed_extra_bytes += header->bytes;
}

/* Moves what has come on a dimension, up to the first piece that finds no room. Returns whether
 * anything has moved. */
static bool move_from(uint32_t d) {
    struct end *end = &failing.ends[d];
    struct ring_receiver *in = &end->in;
    uint64_t before = in->head;
    uint32_t passed = end->passed, tail = ring_tail(in);
    failing.seen.tail[RING][d] = tail;
    /* What is learned from a piece may be that this link has failed. */
    while ((uint32_t)in->head != tail && !(failing.failed >> d & 1)) {
        struct piece piece;
        ring_piece(in, tail, end->passed, &piece);
        if (!move_piece(end, d, &piece))
            break;
        count(d, &piece.header);
        if (ring_consume(in))
            failing.wake |= 1u << d;
    }
    return in->head != before || end->passed != passed;
}

/* Moves what a virtual link has to carry, as far as there is room. Sets *moved if anything has
 * moved. Returns whether all has. */
static bool carry_all(struct failed_link *instead, bool *moved) {
    while (failed_link_next(instead)) {
        struct cube_header header = instead->header;
        header.acknowledged = failing.known;
        size_t left = put(WAY_UP, &header, instead->data, header.remaining);
        if (left == HOP_FULL)
            return false;
        failed_link_left(instead, left);
        *moved = true;
    }
    return true;
}

/* Moves what there is to carry from end to end, and what those of the virtual links have that are
 * on a set of dimensions, on which net may have sent. Returns whether anything has moved. */
static bool carry(uint32_t dimensions) {
    bool moved = end_to_end_is_on() && end_to_end_take(dimensions);
    for (uint32_t other = end_to_end_next(0); other != CUBE_NOBODY;
         other = end_to_end_next(other + 1))
        if (carry_all(end_to_end_with(other), &moved))
            end_to_end_rests(other);
    for (uint32_t left = dimensions & virtual_links(); left; left &= left - 1)
        carry_all(&failing.instead[__builtin_ctz(left)], &moved);
    return moved;
}

/* Does what there is to do at links to nodes that have failed. */
static bool serve_fallen(uint32_t dimensions) {
    bool moved = false;
    for (uint32_t left = dimensions & failing.lost; left; left &= left - 1)
        moved |= fallen_serve(&failing.fallen[__builtin_ctz(left)]);
    return moved;
}

static uint32_t all_dimensions(void) {
    return (1u << node.dimension) - 1;
}

/* Rings the doorbells of neighbours that sleep and for whom something has been published. */
static void wake(void) {
    uint32_t asleep = 0, left = failing.wake & ~failing.failed;
    failing.wake = 0;
    if (node.time.turns || left == 0)
        return; /* in turns nobody says that it sleeps */
    /* Orders what we have published before our reads of `asleep`: see node_asleep. The partner is
     * part_fence, where another emulator runs the neighbour. */
    system_fence();
    for (; left; left &= left - 1) {
        uint32_t d = (uint32_t)__builtin_ctz(left);
        if (atomic_load_explicit(failing.ends[d].asleep, memory_order_relaxed) & CUBE_ASLEEP)
            asleep |= 1u << d;
    }
    if (asleep)
        system_ring(asleep);
}

/* Moves all that can move, and notes for the next wait what has been seen. Returns whether anything
 * has moved. */
static bool move_all(void) {
    if (failing.stops)
        return false;
    failing.full = 0;
    bool moved = false;
    for (uint32_t d = 0; d < node.dimension; d++)
        moved |= move_from(d);
    moved |= end_to_end_is_on() && end_to_end_give(failing_links);
    moved |= serve_fallen(all_dimensions());
    moved |= carry(all_dimensions());
    failing.seen.full[RING] = failing.full;
    for (uint32_t left = failing.full; left; left &= left - 1) {
        uint32_t d = (uint32_t)__builtin_ctz(left);
        failing.seen.head[RING][d] = ring_head_seen(&failing.ends[d].out);
    }
    wake();
    return moved;
}

/* ---- What net calls ---- */

/* Rings for net, which has published something on a set of dimensions. */
static void ring(uint32_t dimensions) {
    struct pause pause = time_pause();
    failing.wake |= dimensions;
    if (!failing.stops) {
        serve_fallen(dimensions);
        carry(dimensions);
    }
    wake();
    time_resume(pause);
}

static bool poll(void) {
    return route_forward();
}

/* A node that looks and looks may never come to a wait, because what it has to pass on finds no
 * room on a link that has failed. */
static bool send_queued(void) {
    if (is_due())
        learn_all();
    bool queued = failing.send_queued && node.active == &active_channel && failing.send_queued();
    return move_all() || queued;
}

/* The same for a node whose program has died. */
static int wait_dead(const struct cube_wait *wait) {
    if (dying_serve())
        return 0;
    struct cube_wait more = *wait;
    dying_watch(&more);
    return system_wait(&more);
}

/* All of this node has failed: its program ends, and nothing moves any more. */
static _Noreturn void stop(void) {
    static const struct cube_wait nothing;
    if (!failing.stopped) {
        failing.stopped = true;
        dying_stop(); /* which comes back here */
    }
    for (;;)
        if (system_wait(&nothing) == -ESTALE)
            system_failed(0);
}

/* What net calls instead of system_wait. */
static int wait(const struct cube_wait *wait) {
    if (is_due())
        learn_all();
    if (failing.stops)
        stop();
    if (failing.dies && !dying_is_dead())
        dying_die(); /* here, where nothing is half done */
    if (failing.begun && move_all())
        return 0; /* maybe what is waited for, on a link that the kernel does not watch */
    int error = dying_is_dead() ? wait_dead(wait) : system_wait(wait);
    if (error != -ESTALE)
        return error;
    learn_all();
    return 0;
}

bool failing_detour(void) {
    learn_all();
    if (failing.stops)
        return true;
    bool moved = failing.begun && move_all();
    return route_detour() && !moved && failing.full == 0;
}

bool failing_pending(void) {
    return !failing.stops && (failing.begun || is_due() || route_pending(&node));
}

/* ---- The start ---- */

static const char which[] = "links that fail";

static void *allocate(size_t bytes) {
    return memset(net_allocate_paths(bytes, which), 0, bytes);
}

static void start_end(uint32_t d, uint32_t bytes) {
    struct end *end = &failing.ends[d];
    const struct link *link = &node.link[d];
    struct cube_window *out = link->outgoing;
    const struct cube_window *in = link->incoming;
    end->asleep = &in->asleep;
    ring_receiver_start(&end->in, (const uint8_t *)link->routed_in.slots + bytes, bytes,
                        &in->second_tail, &out->second_head);
    ring_sender_start(&end->out, link->routed_out.slots + bytes, bytes, &out->second_tail,
                      &in->second_head);
}

static void deliver_nothing(const struct piece *piece) {
    broken(&piece->header);
}

/* Of machines in which nodes fail. */
static void start_nodes(void) {
    static const _Atomic uint32_t outside = CUBE_OUTSIDE;
    failing.fallen = allocate(node.dimension * sizeof *failing.fallen);
    node.outside = all_dimensions();
    for (uint32_t d = 0; d < node.dimension; d++)
        node.link[d].asleep = &outside; /* whatever net publishes there has to be carried */
    end_to_end_start();
}

void failing_start(void) {
    net_start();
    struct pause pause = time_pause(); /* a clock shows the same as where no link will fail */
    uint32_t n = node.dimension;
    size_t nodes = (size_t)1 << n;
    failing.list = (const struct cube_failures *)(uintptr_t)system_node_page()->failed;
    failing.ends = allocate(n * sizeof *failing.ends);
    failing.instead = allocate(n * sizeof *failing.instead);
    failing.dead = allocate(nodes * sizeof *failing.dead);
    failing.queue = allocate(nodes * sizeof *failing.queue);
    failing.next = allocate((size_t)ARRIVALS << n);
    failing.ways = (struct ways){
        .faults = {n, failing.dead},
        .level = allocate(nodes * sizeof *failing.ways.level),
        .best = allocate(nodes),
        /* No search needs all of it. */
        .queue = net_allocate_paths(WAY_PLACES(n) * sizeof *failing.ways.queue, which),
    };
    for (uint32_t d = 0; d < n; d++)
        start_end(d, system_node_page()->routed_bytes);
    node_wait_instead = wait;
    bool nodes_fail = false;
    for (uint32_t i = 0; i < CUBE_MAX_DIMENSION; i++) {
        const struct cube_failed *failed = &failing.list->link[i];
        bool is_node = failed->dimension == CUBE_FAILED_NODE;
        failing.links |= (uint32_t)(is_node || cube_failed_is_link(failed)) << i;
        nodes_fail |= is_node;
    }
    if (gone_survived())
        system_at_kill = dying_die;
    if (system_node_page()->dead) {
        const uint16_t *dead = (const uint16_t *)(uintptr_t)system_node_page()->dead;
        memcpy(failing.dead, dead, nodes * sizeof *dead);
        for (uint32_t left = dead[node.number]; left; left &= left - 1)
            learn_own((uint32_t)__builtin_ctz(left));
        node.looks_at_schedules = true;
    }
    if (nodes_fail)
        start_nodes();
    if (nodes_fail || system_node_page()->dead)
        begin_anew();
    /* A node that looks and finds does not come to where it looks at its clock. */
    if (atomic_load_explicit(&system_node_page()->fails, memory_order_relaxed) != UINT64_MAX)
        node.spins = node.idle_spins = 0;
    time_resume(pause);
}
