#include "net/faults/failed.h"

#include <errno.h>
#include <string.h>

#include "net/clock/time.h"
#include "net/fault_hooks.h"
#include "net/faults/end_to_end.h"
#include "net/faults/failed_link.h"
#include "net/faults/failed_node.h"
#include "net/faults/failed_peer.h"
#include "net/faults/failed_program.h"
#include "net/faults/live_paths.h"
#include "net/faults/second_ring.h"
#include "net/messages/hop.h"
#include "net/messages/route.h"
#include "net/start.h"
#include "net/ways/way.h"

/* Among the tables, whose pages come when touched: machines in which no link fails have none. */
static NODE_TABLE struct {
    struct fault_hooks hooks;
    const struct cube_failures *list;
    struct failed_link *instead;      /* by dimension */
    struct failed_node *failed_nodes; /* by dimension: of links to nodes that have failed */
    bool ends;                        /* the node or its program may fail, in a wait */
    bool program_fails;               /* this node's program, at its next wait */
    bool node_fails;                  /* all of this node, at its next wait */
    bool stopped;                     /* it has done so */
    bool begun;                       /* there are virtual links in the cube */
    uint32_t links;                   /* those of the list that are links or nodes, not programs */
    uint32_t known;                   /* which of them have failed, as far as this node knows */
    uint32_t cut;                     /* the dimensions of its own links that have, or are dead */
    uint32_t to_failed;               /* those of them whose node has failed */
    struct active_channel channel;    /* where the program has no active messages */
    bool (*send_queued)(void);        /* of its active messages, or null */
} state;

/* Of active messages, in programs that have them (net/messages/active.c). */
extern struct active_channel active_channel __attribute__((__weak__));

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
    if (state.begun)
        return;
    state.begun = true;
    node.spins = node.idle_spins = 0; /* waits come here after each look */
    node.further_dimensions = node.dimension;
    node.link[node.dimension].routed_in.tail = &always;
    state.channel = (struct active_channel){
        .deliver = deliver_nothing, .send_queued = send_queued, .poll = poll};
    if (!node.active)
        node.active = &state.channel;
    if (&active_channel) {
        state.send_queued = active_channel.send_queued;
        active_channel.send_queued = send_queued;
    }
    state.hooks.ring = ring;
    second_ring_watch();
}

/* This node's link on a dimension becomes a virtual one. */
static void learn_own(uint32_t d) {
    static const _Atomic uint32_t outside = CUBE_OUTSIDE;
    state.cut |= 1u << d;
    node.outside |= 1u << d;
    node.link[d].asleep = &outside; /* whatever net publishes there has to be carried */
    failed_link_start(&state.instead[d], d, system_node_page());
}

/* Notes that a link is dead. Returns whether it is one of this node's that was not. */
static bool note_dead(uint32_t end, uint32_t d) {
    live_paths_remove(end, d);
    bool is_own = end == node.number || (end ^ 1u << d) == node.number;
    return is_own && !(state.cut >> d & 1);
}

/* All of a node has failed. */
static void learn_node(uint32_t failed, uint64_t now) {
    if (failed == node.number) {
        state.node_fails = true;
        return;
    }
    failed_peer_note(failed);
    end_to_end_fails(failed, now);
    for (uint32_t d = 0; d < node.dimension; d++) {
        if (note_dead(failed, d))
            learn_own(d);
        if (failed != node_neighbour(d))
            continue;
        state.to_failed |= 1u << d;
        failed_node_start(&state.failed_nodes[d], d, now);
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
    return state.cut & ~state.to_failed;
}

/* Finds the paths by what is dead now, and lets all virtual links begin anew. */
static void begin_anew(void) {
    begin();
    live_paths_find();
    end_to_end_restart();
    for (uint32_t left = virtual_links(); left; left &= left - 1) {
        uint32_t d = (uint32_t)__builtin_ctz(left);
        failed_link_restart(&state.instead[d]);
        node.clock.further[d] = node.clock.routed_further[d] =
            (uint8_t)(live_paths_links(node.number, node_neighbour(d)) - 1);
    }
}

/* Whether the node's next link fails by now, or one of another node has. */
static bool is_due(void) {
    uint64_t fails = atomic_load_explicit(&system_node_page()->fails, memory_order_relaxed);
    uint32_t set = atomic_load_explicit(&state.list->set, memory_order_relaxed) & state.links;
    return (set & ~state.known) != 0 || (fails != UINT64_MAX && time_shown() >= fails);
}

/* Whether this node's program is in a set of programs that fail. All others tell of themselves; and
 * where the run ends with one, the kernel ends it. */
static bool is_own(uint32_t programs) {
    for (; programs; programs &= programs - 1) {
        const struct cube_failed *program = &state.list->link[__builtin_ctz(programs)];
        if (program->node == node.number && program->dimension == CUBE_FAILED_PROGRAM)
            return true;
    }
    return false;
}

/* Learns what has failed, of this node's what does by `until` by its clock. */
static void learn_until(uint64_t until) {
    uint64_t time = time_shown();
    uint32_t now = (uint32_t)system_failed(until);
    state.program_fails |= is_own(now & ~state.links);
    uint32_t new = now &state.links & ~state.known;
    if (new == 0)
        return;
    state.known |= new;
    for (; new; new &= new - 1)
        learn(&state.list->link[__builtin_ctz(new)], time);
    begin_anew();
}

static void learn_all(void) {
    learn_until(time_shown());
}

static void fail(void) {
    learn_until(UINT64_MAX);
}

/* ---- Moving pieces ---- */

static _Noreturn void broken(const struct cube_header *header) {
    ring_broken(header, (uint32_t)piece_slots(header->bytes));
}

/* Takes in a piece for this node. It is from a neighbour by a link that has failed, or, where nodes
 * fail, from any other that has not. */
static void take(const struct piece *piece) {
    uint32_t source = piece->header.source, difference = source ^ node.number;
    if (piece->header.operation & FAILED_BETWEEN) {
        if (!end_to_end_is_on() || difference == 0 || source >> node.dimension != 0 ||
            failed_peer_is_failed(source))
            broken(&piece->header);
        failed_link_take(end_to_end_with(source), piece);
        return;
    }
    if (__builtin_popcount(difference) != 1 || !(virtual_links() & difference))
        broken(&piece->header);
    failed_link_take(&state.instead[__builtin_ctz(difference)], piece);
}

/* Deals with the oldest piece of the ring of a dimension. Returns false if it has to stay. */
static bool move_piece(uint32_t dimension, const struct piece *piece) {
    const struct cube_header *header = &piece->header;
    if (header->acknowledged & ~state.known) {
        learn_all();
        if (header->acknowledged & ~state.known)
            broken(header);
    }
    bool old = header->acknowledged != state.known;
    if (!old && header->destination >= 1u << node.dimension)
        broken(header);
    if (!old && header->destination == node.number)
        take(piece);
    else if (!old)
        return second_ring_pass_on(dimension, piece);
    return true;
}

/* What is learned from a piece may be that its link has failed. */
static bool lives(uint32_t dimension) {
    return !(state.cut >> dimension & 1);
}

/* Moves what a virtual link has to carry, as far as there is room. Sets *moved if anything has
 * moved. Returns whether all has. */
static bool carry_all(struct failed_link *instead, bool *moved) {
    while (failed_link_next(instead)) {
        struct cube_header header = instead->header;
        header.acknowledged = state.known;
        size_t left = second_ring_put(WAY_UP, &header, instead->data, header.remaining);
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
        carry_all(&state.instead[__builtin_ctz(left)], &moved);
    return moved;
}

/* Does what there is to do at links to nodes that have failed. */
static bool serve_failed_nodes(uint32_t dimensions) {
    bool moved = false;
    for (uint32_t left = dimensions & state.to_failed; left; left &= left - 1)
        moved |= failed_node_serve(&state.failed_nodes[__builtin_ctz(left)]);
    return moved;
}

static uint32_t all_dimensions(void) {
    return (1u << node.dimension) - 1;
}

static void wake(void) {
    second_ring_wake(state.cut);
}

/* Moves all that can move, and notes for the next wait what has been seen. Returns whether anything
 * has moved. */
static bool move_all(void) {
    if (state.node_fails)
        return false;
    second_ring_begin();
    bool moved = false;
    for (uint32_t d = 0; d < node.dimension; d++)
        moved |= second_ring_move(d, move_piece, lives);
    moved |= end_to_end_is_on() && end_to_end_give(live_paths_links);
    moved |= serve_failed_nodes(all_dimensions());
    moved |= carry(all_dimensions());
    second_ring_end();
    wake();
    return moved;
}

/* ---- What net calls ---- */

/* Rings for net, which has published something on a set of dimensions. */
static void ring(uint32_t dimensions) {
    struct pause pause = time_pause();
    second_ring_published(dimensions);
    if (!state.node_fails) {
        serve_failed_nodes(dimensions);
        carry(dimensions);
        second_ring_note_full();
    }
    wake();
    time_resume(pause);
}

/* A program that asks and asks (MPI_Test) may never come to a wait, either, and nothing on the
 * second ring passes a node that does not know why. */
static bool poll(void) {
    if (is_due())
        learn_all();
    return state.begun && route_forward();
}

/* A node that looks and looks may never come to a wait, because what it has to pass on finds no
 * room on a link that has failed. */
static bool send_queued(void) {
    if (is_due())
        learn_all();
    bool queued = state.send_queued && node.active == &active_channel && state.send_queued();
    return move_all() || queued;
}

/* The same for a node whose program has failed. */
static int wait_dead(const struct cube_wait *wait) {
    if (failed_program_serve())
        return 0;
    struct cube_wait more = *wait;
    failed_program_watch(&more);
    return system_wait(&more);
}

/* All of this node has failed: its program ends, unless it has, and nothing moves any more. */
static _Noreturn void stop(void) {
    static const struct cube_wait nothing;
    if (!state.stopped && !node.finished) {
        state.stopped = true;
        failed_program_stop(); /* which comes back here */
    }
    for (;;)
        if (system_wait(&nothing) == -ESTALE)
            system_failed(0);
}

/* The node or its program fails, if it has learned that: in a wait, where nothing is half
 * done. A program that has ended by then does not fail. */
static void end_if_told(void) {
    if (state.node_fails)
        stop();
    if (state.program_fails && !failed_program_is_failed() && !node.finished)
        failed_program_end();
}

static int wait(const struct cube_wait *wait) {
    if (is_due())
        learn_all();
    end_if_told();
    if (state.begun && move_all())
        return 0; /* maybe what is waited for, on a link that the kernel does not watch */
    int error = failed_program_is_failed() ? wait_dead(wait) : system_wait(wait);
    if (error != -ESTALE)
        return error;
    learn_all();
    end_if_told();
    return 0;
}

static bool detour(void) {
    learn_all();
    if (state.node_fails)
        return true;
    bool moved = state.begun && move_all();
    return route_detour() && !moved && !second_ring_is_full();
}

static bool pending(void) {
    return !state.node_fails && (state.begun || is_due() || route_pending(&node));
}

/* ---- The start ---- */

static void deliver_nothing(const struct piece *piece) {
    broken(&piece->header);
}

/* Of machines in which nodes fail. */
static void start_nodes(void) {
    static const _Atomic uint32_t outside = CUBE_OUTSIDE;
    state.failed_nodes = live_paths_allocate(node.dimension * sizeof *state.failed_nodes);
    node.outside = all_dimensions();
    for (uint32_t d = 0; d < node.dimension; d++)
        node.link[d].asleep = &outside; /* whatever net publishes there has to be carried */
    end_to_end_start();
}

/* Reads what may fail. Returns whether nodes may. */
static bool read_list(void) {
    bool nodes_fail = false;
    state.list = (const struct cube_failures *)(uintptr_t)system_node_page()->failed;
    for (uint32_t i = 0; i < CUBE_MAX_DIMENSION; i++) {
        const struct cube_failed *failed = &state.list->link[i];
        bool is_node = failed->dimension == CUBE_FAILED_NODE;
        state.links |= (uint32_t)(is_node || cube_failed_is_link(failed)) << i;
        state.hooks.programs_fail |= failed->dimension == CUBE_FAILED_PROGRAM;
        state.ends |= !cube_failed_is_link(failed) && failed->node == node.number;
        nodes_fail |= is_node;
    }
    return nodes_fail;
}

void failed_start(void) {
    net_start();
    struct pause pause = time_pause(); /* a clock shows the same as where no link will fail */
    state.hooks = (struct fault_hooks){
        .wait = wait,
        .pending = pending,
        .detour = detour,
        .links = live_paths_links,
        .error = failed_peer_error,
        .has_failed = failed_peer_is_failed,
        .fail = fail,
    };
    bool nodes_fail = read_list();
    fault_hooks = &state.hooks;
    second_ring_start();
    state.instead = live_paths_allocate(node.dimension * sizeof *state.instead);
    live_paths_start();
    if (&active_channel)
        active_channel.poll = poll;
    if (fault_programs_fail())
        system_at_kill = failed_program_end;
    if (system_node_page()->dead) {
        const uint16_t *dead = (const uint16_t *)(uintptr_t)system_node_page()->dead;
        for (uint32_t left = dead[node.number]; left; left &= left - 1)
            learn_own((uint32_t)__builtin_ctz(left));
        node.looks_at_schedules = true;
    }
    if (nodes_fail)
        start_nodes();
    if (nodes_fail || system_node_page()->dead)
        begin_anew();
    /* A node that looks and finds comes to no wait, where it would look at its clock, or end. Of
     * links it learns without a clock on a detour. */
    bool fails =
        atomic_load_explicit(&system_node_page()->fails, memory_order_relaxed) != UINT64_MAX;
    if (fails && (node.time.on || state.ends))
        node.spins = node.idle_spins = 0;
    time_resume(pause);
}
