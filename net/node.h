/* A node's state: its number, links and meters. Programs do not need it. */
#ifndef NET_NODE_H
#define NET_NODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "compiler.h"
#include "cube.h"
#include "cube_abi.h"
#include "net/clock/clock.h"
#include "net/ring.h"
#include "net/system/system.h"
#include "net/tricks.h"

static_assert(CUBE_DIMENSIONS == CUBE_MAX_DIMENSION, "programs and kernel mean the same cube");

/* The outgoing and the incoming link between this node and its neighbour on one dimension, each
 * with both channels. The members that the shortest paths use come first. */
struct link {
    _Alignas(CUBE_SLOT_BYTES) struct ring_sender out; /* the direct channel */
    const _Atomic uint32_t *asleep; /* in the neighbour's window: not 0 if it may sleep */
    struct ring_receiver in;
    struct ring_receiver routed_in; /* the routed channel */
    struct ring_sender routed_out;
    struct cube_window *outgoing;       /* this node's window to the neighbour */
    const struct cube_window *incoming; /* the neighbour's window to this node */
    uint32_t barriers;                  /* barriers that this node has reached on this link */
    uint32_t routed_seen;               /* tail of routed_in when forwarding last looked at it */
    uint32_t routed_passed; /* bytes of the oldest piece in routed_in that have been forwarded */
    uint32_t below, above;  /* the sets of the physically lower and higher dimensions */
    /* Meters of the incoming link, as differences from the count of consumed slots, so that the
     * most frequent packet, one word in one slot, changes no meter. */
    uint64_t extra_slots;        /* direct channel: slots beyond one per packet */
    uint64_t extra_bytes;        /* bytes beyond one word per slot, modulo 2^64 */
    uint64_t routed_extra_slots; /* routed channel, acknowledgements included */
    uint64_t routed_extra_bytes;
};

/* The counts of an incoming link when cube_stats_clear was last called. */
struct counts_cleared {
    uint64_t direct;
    uint64_t routed;
    uint32_t barriers;
};

/* The state of this node's clock (net/clock/time.h). */
#define TIME_STILL (1u << 31)
struct node_time {
    bool on;
    bool careful; /* packets or links have costs */
    bool journal; /* packets are noted (net/clock/journal.h) */
    bool samples; /* the callers of waits and declared work are recorded */
    bool turns;   /* instructions count, and a failed look is a system call */
    bool stopped;
    uint32_t hidden;  /* how many callers are about to set the clock back, and TIME_STILL while it
                         stands still (net/clock/journal.h) */
    bool several;     /* several packets are being taken with one port (net/clock/time.h) */
    uint32_t arrived; /* while `several`: dimensions on which something has been taken */
    struct clock_arrival arrival[CUBE_MAX_DIMENSION];
    uint64_t stop;  /* the clock when it was stopped */
    uint64_t since; /* instructions executed when the clock last went on or was checked */
};

/* The number of links, rounded up to an odd number: some functions ask the first link by itself and
 * the others in pairs (net/messages/route.h). */
enum { NODE_LINKS = CUBE_MAX_DIMENSION | 1 };

/* The functions of active messages (net/messages/active.h) that net calls where it takes in
 * packets. node.active is null in a program that does not call active_start, which is so linked
 * without their code. */
struct active_channel {
    /* Takes in a piece for this node, whose path the caller has checked, as for inbox_deliver. Ends
     * the program if no node sends such a piece. */
    void (*deliver)(const struct piece *piece);

    /* Sends queued messages as far as there is room, and notes in node.stuck the dimensions without
     * room. Returns whether anything left. */
    bool (*send_queued)(void);

    /* Looks for arrivals, for a call that does not wait. Returns whether anything has moved. Null
     * where packets come to the rings of the links by themselves (net/faults/dead.h). */
    bool (*poll)(void);

    /* Optional. The node `source` or its program has failed, at `stamp` by the clock: nothing more
     * comes from it. */
    void (*failed)(uint32_t source, uint64_t stamp);
};

struct node {
    /* The members that the shortest paths use come first. */
    struct link *links[NODE_LINKS]; /* addresses of link[], to save a multiplication */
    uint32_t untimed_dimensions;    /* `dimension`, or 0 while there is a clock */
    uint32_t further_dimensions;    /* how many dimensions there are besides dimension 0 */
    uint32_t timed_dimensions;      /* `dimension` while there is a clock that instructions move and
                                       links do not, else 0 */
    uint32_t
        unwatched_dimensions; /* `dimension`, or 0 while there is a clock or steps are recorded */
    uint64_t past;            /* a time that the clock has reached */
    const _Atomic uint64_t *excess; /* in the node page: see time_executed */
    struct clock clock;
    uint32_t number;
    uint32_t dimension;
    uint32_t outside;        /* the dimensions on which another emulator runs the neighbour */
    bool looks_at_schedules; /* a collective call looks at its schedule before it carries it out:
                                links are dead, or the program has algorithms of its own */
    bool finished;           /* the program has ended, and the node only forwards */
    struct link link[NODE_LINKS];
    uint32_t spins;      /* failed looks before a wait goes to sleep */
    uint32_t idle_spins; /* `spins`, or 0 while there is a reason to hurry */
    uint32_t last_link;  /* the dimension on which a packet was last forwarded or taken in */
    uint32_t last_turn;  /* of those in which waits look at the links: 2^k - 1, and at least
                            the last dimension */
    uint64_t alias;      /* distance of each window's second mapping, 0 if none */
    uint32_t stuck;      /* dimensions whose routed ring was too full */
    _Atomic uint32_t allocating; /* calls of the allocator that net has begun (net/allocate.h) */
    uint32_t steps;              /* meter: the largest step tag that arrived */
    uint32_t hurries;            /* a set of enum node_hurry */
    struct cube_step_record *record;
    size_t records; /* number of records of cube_trace */
    struct node_time time;
    struct counts_cleared cleared[CUBE_MAX_DIMENSION];
    uint32_t relaying_number; /* `number`, or CUBE_NOBODY if the physical dimensions are not the
                                 logical ones: route_relay then relays nothing */
    const struct active_channel *active; /* null: the program has no active messages */
};

extern NODE_LOCAL struct node node;

/* Why forwarding has its turn after each failed look: something of this node's has to leave, and
 * the looks find only arrivals. */
enum node_hurry {
    NODE_OWES = 1,   /* acknowledgements */
    NODE_QUEUES = 2, /* active messages */
};

static inline void node_hurry(enum node_hurry why, bool on) {
    node.hurries = on ? node.hurries | why : node.hurries & ~(uint32_t)why;
    node.idle_spins = node.hurries ? 0 : node.spins;
}

/* Returns this node's state, for the shortest paths. */
static inline struct node *node_self(void) {
    struct node *self;
    start_of_page(self, node);
    return self;
}

/* Reads the node page and sets up the node and its links (net_start does this and more). */
void node_start(void);

/* Publishes in every window how far this node has read its direct ring: called when its program has
 * ended. Packets beyond stay unreceived. */
void node_finish(void);

/* Returns the dimension of one of this node's links. */
static inline uint32_t link_dimension(const struct link *link) {
    return (uint32_t)(link - node.link);
}

/* Returns the neighbour on `dimension`. */
static inline uint32_t node_neighbour(uint32_t dimension) {
    return node.number ^ (1u << dimension);
}

/* Called after a tail or a head was published on a link. Returns not 0 if the neighbour may sleep:
 * then node_ring has to be called. */
static inline uint32_t node_asleep(const struct link *link) {
    /* Orders our publication before our read of `asleep`. The partner is the fence in the kernel's
     * wait, between its write of `asleep` and its second look at the watched words: at least one of
     * the two nodes sees the other's write. */
    atomic_thread_fence(memory_order_seq_cst);
    return atomic_load_explicit(link->asleep, memory_order_relaxed);
}

static inline bool node_must_wake(const struct link *link) {
    return node_asleep(link) != 0;
}

/* Wakes the neighbours on a set of dimensions, which node_asleep has found to sleep: by
 * node_ring_outside if another emulator runs any of them. */
void node_ring_outside(uint32_t dimensions);

static inline void node_ring(uint32_t dimensions) {
    if (UNLIKELY((dimensions & node.outside) != 0))
        node_ring_outside(dimensions);
    else
        system_ring(dimensions);
}

/* Wakes the neighbour on `dimension` if it has to be woken. */
static inline void node_wake(uint32_t dimension) {
    if (UNLIKELY(node_must_wake(&node.link[dimension])))
        node_ring(1u << dimension);
}

/* A function of a layer above net, or null. It is called when the machine is about to report a
 * deadlock in which this node waits in `operation`, and the wait has no details. Fills `detail`,
 * and returns whether there are any. The first name is that of the call, and its number tells this
 * call from others with the same details. The texts stay until the machine ends or the next call of
 * the function. */
extern NODE_LOCAL bool (*wait_describe)(const char *operation,
                                        struct cube_detail detail[CUBE_DETAILS]);

#endif
