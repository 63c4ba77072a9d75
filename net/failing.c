#include "net/failing.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

#include "faults/way.h"
#include "net/allocate.h"
#include "net/dying.h"
#include "net/failed_link.h"
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
    bool dies;                   /* this node's program, at its next wait */
    bool begun;                  /* there are virtual links in the cube */
    uint32_t links;              /* those of the list that are links, and not programs */
    uint32_t known;              /* which of them have failed, as far as this node knows */
    uint32_t failed;             /* the dimensions of its own links that have, or are dead */
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
    failing.channel = (struct active_channel){deliver_nothing, send_queued, poll};
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

static void learn(const struct cube_failed *link) {
    uint32_t d = link->dimension, other = link->node ^ 1u << d;
    failing.dead[link->node] |= (uint16_t)(1u << d);
    failing.dead[other] |= (uint16_t)(1u << d);
    if (link->node == node.number || other == node.number)
        learn_own(d);
}

/* Finds the paths by what is dead now, and lets all virtual links begin anew. */
static void begin_anew(void) {
    begin();
    up_down_levels(&failing.ways.faults, (uint16_t *)(uintptr_t)failing.ways.level, failing.queue);
    memset(failing.next, STEP_UNKNOWN, (size_t)ARRIVALS << node.dimension);
    for (uint32_t left = failing.failed; left; left &= left - 1) {
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

/* Learns what has failed. Returns whether there is anything new. */
static bool learn_all(void) {
    uint32_t now = (uint32_t)system_failed(shown());
    failing.dies |= is_own(now & ~failing.links);
    uint32_t new = now &failing.links & ~failing.known;
    if (new == 0)
        return false;
    failing.known |= new;
    for (; new; new &= new - 1)
        learn(&failing.list->link[__builtin_ctz(new)]);
    begin_anew();
    return true;
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

/* Takes in a piece for this node. It is from a neighbour by a link that has failed. */
static void take(const struct piece *piece) {
    uint32_t difference = piece->header.source ^ node.number;
    if (__builtin_popcount(difference) != 1 || !(failing.failed & difference))
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

/* Moves what the virtual links of a set of dimensions have to carry. Returns whether anything has
 * moved. */
static bool carry(uint32_t dimensions) {
    bool moved = false;
    for (; dimensions; dimensions &= dimensions - 1) {
        struct failed_link *instead = &failing.instead[__builtin_ctz(dimensions)];
        while (failed_link_next(instead)) {
            struct cube_header header = instead->header;
            header.acknowledged = failing.known;
            size_t left = put(WAY_UP, &header, instead->data, header.remaining);
            if (left == HOP_FULL)
                break;
            failed_link_left(instead, left);
            moved = true;
        }
    }
    return moved;
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
    failing.full = 0;
    bool moved = false;
    for (uint32_t d = 0; d < node.dimension; d++)
        moved |= move_from(d);
    moved |= carry(failing.failed);
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
    carry(dimensions & failing.failed);
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

/* What net calls instead of system_wait. */
static int wait(const struct cube_wait *wait) {
    if (is_due())
        learn_all();
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
    bool moved = failing.begun && move_all();
    return route_detour() && !moved && failing.full == 0;
}

bool failing_pending(void) {
    return failing.begun || is_due() || route_pending(&node);
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
    for (uint32_t i = 0; i < CUBE_MAX_DIMENSION; i++)
        failing.links |= (uint32_t)(failing.list->link[i].dimension != CUBE_FAILED_PROGRAM) << i;
    if (gone_survived())
        system_at_kill = dying_die;
    if (system_node_page()->dead) {
        const uint16_t *dead = (const uint16_t *)(uintptr_t)system_node_page()->dead;
        memcpy(failing.dead, dead, nodes * sizeof *dead);
        for (uint32_t left = dead[node.number]; left; left &= left - 1)
            learn_own((uint32_t)__builtin_ctz(left));
        begin_anew();
        node.looks_at_schedules = true;
    }
    /* A node that looks and finds does not come to where it looks at its clock. */
    if (atomic_load_explicit(&system_node_page()->fails, memory_order_relaxed) != UINT64_MAX)
        node.spins = node.idle_spins = 0;
    time_resume(pause);
}
