/* One node's part of one step of a schedule, as data: the blocks that leave on each port, those
 * that arrive, and the node's own moves.
 *
 * A schedule is pure arithmetic. It knows no ring, no buffer and no global. So the checker can walk
 * it for all nodes at once (collectives/check), while the executor runs the part of one node
 * (collectives/run).
 *
 * A node works on *areas*, which are arrays of blocks. Area 0 is the input and is never written.
 * After it come the outputs of the operation, and then the scratch areas of the algorithm. Block b
 * may have the same size in every area, or each area may have sizes of its own; no schedule depends
 * on that. In a step every port (the link of a dimension) carries at most one packet out and at
 * most one in. A packet is a run of blocks of one area. A run may be empty, and is sent all the
 * same.
 *
 * In a step a node first makes the moves, in their order: copies and combinations inside the node.
 * Then it sends, receives and relays, all at once. What arrives is stored, or combined by the
 * operator into the run where it belongs. What is relayed arrives on one port and leaves on another
 * in the same step, so that a packet can follow a path of several links.
 *
 * In one step no block is both sent and received into, and none is received into twice, with two
 * exceptions. A packet may be stored or combined into the very run that leaves on the same port;
 * then the old content leaves. And several packets may be combined into one run; this happens in
 * the order of their ports.
 *
 * Nodes and ports are those of the cube that the operation runs in. This is the whole cube, or a
 * subcube whose dimensions are counted from 0 (subcube.h). */
#ifndef COLLECTIVES_SCHEDULE_STEP_H
#define COLLECTIVES_SCHEDULE_STEP_H

#include <stdbool.h>
#include <stdint.h>

#include "collectives/schedule/shape.h"

enum {
    SCHEDULE_AREAS = 8,                   /* the most areas of a schedule */
    SCHEDULE_OUTPUTS = 2,                 /* the most outputs of an operation */
    STEP_MOVES = 2 * SCHEDULE_DIMENSIONS, /* the most moves of a step: two for each port */
    AREA_INPUT = 0,
    AREA_OUTPUT = 1, /* the first output */
};

/* ---- Sets of ports ---- */

/* The lowest port of a set, which must not be empty. */
static inline uint32_t lowest_port(uint32_t ports) {
    return (uint32_t)__builtin_ctz(ports);
}

/* The highest port of a set, which must not be empty. */
static inline uint32_t highest_port(uint32_t ports) {
    return 31 - (uint32_t)__builtin_clz(ports);
}

/* ---- Blocks ---- */

/* `count` blocks of an area. If `free` is 0 they are first .. first + count - 1. Else they are
 * first | s for each subset s of the bits `free`, in ascending order; `first` has none of these
 * bits, and `count` is the number of the subsets. */
struct run {
    uint16_t area;
    uint16_t count;
    uint32_t first;
    uint32_t free;
};

static inline struct run single_block(uint32_t area, uint32_t block) {
    return (struct run){.area = (uint16_t)area, .count = 1, .first = block};
}

static inline struct run consecutive_blocks(uint32_t area, uint32_t first, uint32_t count) {
    return (struct run){.area = (uint16_t)area, .count = (uint16_t)count, .first = first};
}

/* The blocks first | s of an area for each subset s of the bits `free`, in ascending order; `first`
 * has none of these bits. */
struct block_set {
    uint32_t area;
    uint32_t first;
    uint32_t free;
};

static inline struct run run_of_set(struct block_set set) {
    return (struct run){.area = (uint16_t)set.area,
                        .count = (uint16_t)(1u << __builtin_popcount(set.free)),
                        .first = set.first,
                        .free = set.free};
}

/* Block number `b` of a run, 0 <= b < count. */
static inline uint32_t run_block(struct run run, uint32_t b) {
    uint32_t block = run.first + (run.free == 0 ? b : 0);
    for (uint32_t free = run.free; free != 0; free &= free - 1, b >>= 1)
        block |= (b & 1) != 0 ? free & -free : 0;
    return block;
}

/* How many consecutive blocks a run has before the first gap, and from each gap to the next. */
static inline uint32_t run_stretch(struct run run) {
    return run.free == 0 ? run.count : ~run.free & (run.free + 1);
}

/* The block that follows `block` in a set; the first one follows the last one. */
static inline uint32_t block_set_next(const struct block_set *set, uint32_t block) {
    return set->first | ((block - set->first - set->free) & set->free);
}

/* ---- Moves ---- */

enum move_kind {
    MOVE_COPY,   /* to = from */
    MOVE_LEFT,   /* to = from op to */
    MOVE_RIGHT,  /* to = to op from */
    MOVE_SPREAD, /* a copy of any number of blocks: see step_spread */
};

/* Moves the blocks of `from` to those of `to`, a set of as many blocks, none of which is in `from`.
 * Where the kind is MOVE_SPREAD, from.free is how many blocks follow each other there, and to.free
 * is how far apart they are in `to`. */
struct move {
    struct block_set from;
    struct block_set to;
    enum move_kind kind;
};

/* ---- The step ---- */

/* One node's part of a step. Entries of ports outside the sets mean nothing. A function that fills
 * a step begins with step_clear. */
struct step {
    uint32_t sends;    /* set of ports on which a packet of this node leaves */
    uint32_t receives; /* set of ports on which a packet for this node arrives */
    uint32_t relays;   /* set of ports on which a packet arrives that leaves on another */
    uint32_t combines; /* subset of the receives: the packet is combined into the run */
    uint32_t left;     /* subset of `combines`: the packet is the left operand */
    uint32_t moves;    /* how many of `move` are in use */
    struct run send[SCHEDULE_DIMENSIONS];
    struct run receive[SCHEDULE_DIMENSIONS]; /* of a relay: where the packet is stored meanwhile, if
                                               its algorithm relays whole packets */
    uint32_t leave[SCHEDULE_DIMENSIONS];     /* of a relay: the port on which the packet leaves */
    struct move move[STEP_MOVES];
};

/* Makes a step in which nothing happens. */
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

/* Combines the packet from `port` into `run`, as the left operand if `left`. */
static inline void step_combine(struct step *step, uint32_t port, struct run run, bool left) {
    step_receive(step, port, run);
    step->combines |= 1u << port;
    step->left |= (uint32_t)left << port;
}

/* Relays the packet from port `in` to port `out`. `run` gives its size, and its storage if the
 * algorithm relays whole packets. */
static inline void step_relay(struct step *step, uint32_t in, uint32_t out, struct run run) {
    step->relays |= 1u << in;
    step->receive[in] = run;
    step->leave[in] = out;
}

static inline void step_move(struct step *step, struct block_set from, struct block_set to,
                             enum move_kind kind) {
    step->move[step->moves++] = (struct move){from, to, kind};
}

/* Copies a single block. */
static inline void step_copy(struct step *step, uint32_t from_area, uint32_t from_block,
                             uint32_t to_area, uint32_t to_block) {
    step_move(step, (struct block_set){from_area, from_block, 0},
              (struct block_set){to_area, to_block, 0}, MOVE_COPY);
}

/* Copies the consecutive blocks of a run to another area: the first one to block `first`, each
 * other one `stride` blocks after the one before it. */
static inline void step_spread(struct step *step, struct run from, uint32_t area, uint32_t first,
                               uint32_t stride) {
    step_move(step, (struct block_set){from.area, from.first, from.count},
              (struct block_set){area, first, stride}, MOVE_SPREAD);
}

#endif
