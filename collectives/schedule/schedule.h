/* Communication schedules as data: who sends which blocks to which neighbour in which step.
 *
 * A schedule is pure arithmetic. It knows no ring, no buffer and no global: the checker walks it
 * for all nodes at once (tests/check), the executor runs one node's part of it (executor.h).
 *
 * A node works on *areas*, arrays of blocks. Area 0 is the input and is never written; then come
 * the outputs of the operation, then scratch areas of the algorithm. Block b has the same size in
 * every area, or each area has a size for each of its blocks: no schedule needs to know. In a step
 * every port (the link of a dimension) carries at most one packet out and one in. A packet is a run
 * of blocks of one area, consecutive ones or a set; a run of no blocks is an empty packet, sent all
 * the same.
 *
 * What happens in a step at one node:
 *   1. the moves, in their order: copies and combinations inside the node;
 *   2. all sends, receives and relays at once. What arrives is stored or, by the operator of a
 * reduction, combined into the run where it belongs. A relay takes what arrives on one port out on
 * another in the same step: so a packet follows a path of several links.
 *
 * No block is sent and received into in one step, nor received into twice, but for this: a packet
 * may be stored or combined into the very run that leaves on the same port (what leaves is what was
 * there before), and several packets may be combined into one run (in the order of their ports).
 *
 * An *accumulator* is an area that begins as a copy of the input.
 *
 * Nodes and ports are those of the cube that the operation runs in: the whole one, or a subcube,
 * whose dimensions are counted from 0 (subcube.h).
 */
#ifndef COLLECTIVES_SCHEDULE_SCHEDULE_H
#define COLLECTIVES_SCHEDULE_SCHEDULE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "collectives/schedule/operations.h"
#include "cube_abi.h"

enum {
    SCHEDULE_AREAS = 6,                  /* the most areas of a schedule */
    SCHEDULE_OUTPUTS = 2,                /* the most outputs of an operation */
    STEP_MOVES = 2 * CUBE_MAX_DIMENSION, /* the most moves of a step: two a port */
    AREA_INPUT = 0,
    AREA_OUTPUT = 1, /* the first output */
};

/* What a schedule depends on besides node and step. */
struct shape {
    uint32_t dimension; /* n of the n-cube, 0 .. CUBE_MAX_DIMENSION */
    uint32_t root;      /* the node from which, or to which, it goes */
    uint32_t target;    /* the other node of an operation between two */
    uint32_t packets;   /* k >= 1: into how many packets a pipelined algorithm divides a message */
    uint32_t shift;     /* q of a circular shift; the parameter of a permutation */
    uint32_t axes;      /* of a mesh; 0: no mesh is asked for */
    uint32_t side[CUBE_MAX_DIMENSION]; /* nodes along each of them */
    const void *table;                 /* what make_table has written, or null */
};

/* The n-cube, n = `dimension`, with everything else at its simplest. */
static inline struct shape shape_of(uint32_t dimension) {
    return (struct shape){.dimension = dimension, .packets = 1};
}

/* Which members of a shape an algorithm depends on. */
enum shape_member {
    VARIES_ROOT = 1u << 0,
    VARIES_TARGET = 1u << 1,
    VARIES_PACKETS = 1u << 2,
    VARIES_SHIFT = 1u << 3,
    VARIES_SIDES = 1u << 4,
};

static inline uint32_t shape_nodes(const struct shape *shape) {
    return 1u << shape->dimension;
}

/* `count` blocks of an area: first .. first + count - 1 if `free` is 0, else `first` | s for each
 * subset s of the bits `free`, ascending; `first` has none of those bits. */
struct run {
    uint16_t area;
    uint16_t count;
    uint32_t first;
    uint32_t free;
};

static inline struct run single_block(uint32_t area, uint32_t block) {
    return (struct run){.area = (uint16_t)area, .count = 1, .first = block};
}

/* Blocks `first` | s of an area for each subset s of the bits `free`, ascending; `first` has none
 * of those bits. */
struct block_set {
    uint32_t area;
    uint32_t first;
    uint32_t free;
};

/* That set of blocks as a run. */
static inline struct run run_of_set(struct block_set set) {
    return (struct run){.area = (uint16_t)set.area,
                        .count = (uint16_t)(1u << __builtin_popcount(set.free)),
                        .first = set.first,
                        .free = set.free};
}

/* Its block number `b`, 0 <= b < count. */
static inline uint32_t run_block(struct run run, uint32_t b) {
    uint32_t block = run.first + (run.free == 0 ? b : 0);
    for (uint32_t free = run.free; free != 0; free &= free - 1, b >>= 1)
        block |= (b & 1) != 0 ? free & -free : 0;
    return block;
}

/* How many of its blocks follow each other, each time. */
static inline uint32_t run_stretch(struct run run) {
    return run.free == 0 ? run.count : ~run.free & (run.free + 1);
}

enum move_kind {
    MOVE_COPY,   /* to = from */
    MOVE_LEFT,   /* to = from op to */
    MOVE_RIGHT,  /* to = to op from */
    MOVE_SPREAD, /* a copy of any number of blocks: see step_spread */
};

/* Takes the blocks of `from` to those of `to`, another set of as many blocks and none in common. Of
 * MOVE_SPREAD, from.free is how many blocks follow each other there, to.free how far apart they
 * come to be. */
struct move {
    struct block_set from;
    struct block_set to;
    enum move_kind kind;
};

/* One node's part of one step. Entries of ports outside the sets mean nothing. Begin with
 * step_clear. */
struct step {
    uint32_t sends;    /* set of ports on which a packet of this node leaves */
    uint32_t receives; /* set of ports on which a packet for this node arrives */
    uint32_t relays;   /* set of ports on which a packet arrives that leaves on another */
    uint32_t combines; /* of the receives: what arrives is combined into the run, not stored */
    uint32_t left;     /* of these: what arrives is the left operand */
    uint32_t moves;    /* how many of `move` are in use */
    struct run send[CUBE_MAX_DIMENSION];
    struct run receive[CUBE_MAX_DIMENSION]; /* of a relay: where the whole packet is stored
                                               meanwhile, if its schedule relays whole packets */
    uint32_t leave[CUBE_MAX_DIMENSION];     /* of a relay: the port on which the packet leaves */
    struct move move[STEP_MOVES];
};

/* Nothing to do, so far. */
static inline void step_clear(struct step *step) {
    step->sends = step->receives = step->relays = 0;
    step->combines = step->left = step->moves = 0;
}

static inline void step_send(struct step *step, uint32_t port, struct run run) {
    step->sends |= 1u << port;
    step->send[port] = run;
}

static inline void step_receive(struct step *step, uint32_t port, struct run run) {
    step->receives |= 1u << port;
    step->receive[port] = run;
}

/* What arrives on `port` is combined into `run`; `left`: as the left operand. */
static inline void step_combine(struct step *step, uint32_t port, struct run run, bool left) {
    step_receive(step, port, run);
    step->combines |= 1u << port;
    step->left |= (uint32_t)left << port;
}

static inline void step_move(struct step *step, struct block_set from, struct block_set to,
                             enum move_kind kind) {
    step->move[step->moves++] = (struct move){from, to, kind};
}

/* Copies the blocks of a run to another area, the first to block `first`, each of the others
 * `stride` further. */
static inline void step_spread(struct step *step, struct run from, uint32_t area, uint32_t first,
                               uint32_t stride) {
    step_move(step, (struct block_set){from.area, from.first, from.count},
              (struct block_set){area, first, stride}, MOVE_SPREAD);
}

/* The port models of the literature. */
enum port_model {
    PORTS_ALL,  /* a node sends and receives on all its ports at once */
    PORTS_ONE,  /* a node sends at most one packet and receives at most one; relays are the router's
                 */
    PORTS_SIMD, /* one port, and it is the same dimension for all nodes */
    PORT_MODELS,
};

/* How a packet passes through a node that relays it. */
enum relay_mode {
    RELAY_WHOLE,  /* store and forward: it leaves when all of it has arrived */
    RELAY_PIECES, /* each piece leaves as it arrives */
};

/* How near a cost is to the longest chain. */
enum exactness {
    COST_EXACT,
    COST_EXACT_BUT_HOPS, /* where hops are free; else no less */
    COST_AT_MOST,        /* no less */
};

/* The cost of a chain of packets that wait for each other, A t_s + B t_w m + C t_h (cost.h). */
struct cost {
    uint64_t starts; /* A: packets that are begun */
    uint64_t blocks; /* B: of m bytes each */
    uint64_t hops;   /* C: links that their first bytes pass */
    uint64_t longer; /* of the blocks: so many are an element longer */
    enum exactness exactness;
};

static inline struct cost chain_of(uint64_t starts, uint64_t blocks, uint64_t hops) {
    return (struct cost){.starts = starts, .blocks = blocks, .hops = hops};
}

/* What a block holds: input block `block` of the nodes whose ranks are first .. last, combined in
 * this order if they are several; no matter what, if first > last. */
struct content {
    uint32_t first;
    uint32_t last;
    uint32_t block;
};

static inline struct content content_of(uint32_t rank, uint32_t block) {
    return (struct content){rank, rank, block};
}

static inline struct content content_any(void) {
    return (struct content){1, 0, 0};
}

/* What a collective operation has to achieve, whatever the algorithm. */
struct operation {
    uint32_t tag;      /* enum operation_tag: in the header of every piece */
    uint32_t outputs;  /* the outputs are areas 1 .. outputs */
    bool synchronizes; /* at the end each node must have heard of every other */
    bool combines;     /* by an operator */
    /* What block `block` of output `area` of `node` must hold at the end. Null where there are no
     * outputs. */
    struct content (*postcondition)(const struct shape *shape, uint32_t node, uint32_t area,
                                    uint32_t block);
    /* A node's rank, the place of its contribution in the order of combining. Null: its number. */
    uint32_t (*rank)(const struct shape *shape, uint32_t node);
};

/* An algorithm. The counts are exact, and over all nodes. */
struct algorithm {
    const char *name;
    const struct operation *operation;
    enum port_model ports;
    enum relay_mode relay;
    bool is_default;    /* what its operation takes where this port model is asked for by itself */
    bool ordered;       /* of one that combines: it keeps the order, as operators that do not
                           commute need it */
    uint32_t varies;    /* set of enum shape_member */
    const char *source; /* the literature it is from */
    uint32_t areas;     /* areas in use, input and outputs included */
    uint32_t accumulators; /* set of areas (bit a) that begin as copies of the input */

    /* Whether there is such an algorithm for this shape. Null: for all. */
    bool (*applicable)(const struct shape *shape);
    /* Blocks of an area at a node. 0: it has none, and the caller gives no buffer. */
    uint32_t (*blocks)(const struct shape *shape, uint32_t node, uint32_t area);
    uint32_t (*steps)(const struct shape *shape);
    uint64_t (*packets)(const struct shape *shape);    /* packets times the links each passes */
    uint64_t (*link_words)(const struct shape *shape); /* blocks times the links each passes */
    /* Steps that no algorithm can go below which uses no more than this one does: its port model,
     * packets as large as its largest, and relays only if it has any. The checker works it out by
     * itself (tests/check/bounds.h). */
    uint32_t (*bound)(const struct shape *shape);
    bool open; /* where it takes more steps than that, no algorithm of the catalogue takes so few:
                  the bound may not be the best */

    /* The longest chain of its packets by the nodes' clocks, where a node has the ports that the
     * algorithm uses. Null: `steps` of each, as where each packet is one block over one link, and
     * none can go before its step. */
    struct cost (*cost)(const struct shape *shape);
    /* The same where a node has all ports, of an algorithm that uses one. Null: it is the same. */
    struct cost (*cost_all_ports)(const struct shape *shape);
    /* Where the first `longer` blocks of a message, not 0, are an element longer than the others:
     * sets cost->longer, of the cost that there is without, and maybe cost->exactness. Null: all
     * blocks of the chain are taken for longer ones. */
    void (*longer)(const struct shape *shape, bool one_port, uint32_t longer, struct cost *cost);
    /* Of an algorithm whose packets wait for links, which the clocks leave out: a chain that what
     * passes the busiest link makes, one packet after the other. Null: no packet waits, but for
     * permutations, which have no other algorithm, and meshes whose sides are no powers of two. */
    struct cost (*busiest)(const struct shape *shape);

    /* The size of a table that `step` reads, shape->table, and what writes it. Null: none. While it
     * is written shape->table is null, or says what the caller wants, as the algorithm defines. */
    size_t (*table_bytes)(const struct shape *shape);
    void (*make_table)(const struct shape *shape, void *table);

    /* Fills *step, the caller's, with the part of `node` in step `number`, 1 .. steps. Number
     * steps + 1 has no packets: its moves close the operation. O(n) for each port. */
    void (*step)(const struct shape *shape, uint32_t node, uint32_t number, struct step *step);
};

/* The lowest port of a set, which must not be empty. */
static inline uint32_t lowest_port(uint32_t ports) {
    return (uint32_t)__builtin_ctz(ports);
}

/* The highest. */
static inline uint32_t highest_port(uint32_t ports) {
    return 31 - (uint32_t)__builtin_clz(ports);
}

/* The block after `block` in ascending order in a set; after the last comes the first again. */
static inline uint32_t block_set_next(const struct block_set *set, uint32_t block) {
    return set->first | ((block - set->first - set->free) & set->free);
}

#endif
