/* Communication schedules as data: who sends which blocks to which neighbour in which step.
 *
 * A schedule is pure arithmetic. It knows no ring, no buffer and no global: the checker walks it
 * for all nodes at once (tests/check), the executor runs one node's part of it (executor.h).
 *
 * A node works on *areas*, arrays of blocks that all have the same size. Area 0 is the input and is
 * never written; then come the outputs of the operation, then scratch areas of the algorithm. In a
 * step every port (the link of a dimension) carries at most one packet out and one in. A packet is
 * a run of consecutive blocks of one area; a run of no blocks is an empty packet, sent all the
 * same.
 *
 * What happens in a step at one node:
 *   1. the moves, in their order: copies between areas inside the node;
 *   2. all sends, receives and relays at once. A relay takes what arrives on one port out on
 * another in the same step: so a packet follows a path of several links. No block is sent and
 * received into in one step, nor received into twice.
 */
#ifndef COLLECTIVES_SCHEDULE_H
#define COLLECTIVES_SCHEDULE_H

#include <stdbool.h>
#include <stdint.h>

#include "cube_abi.h"

enum {
    SCHEDULE_AREAS = 4, /* the most areas of a schedule */
    STEP_MOVES = 2,     /* the most moves of a step */
    AREA_INPUT = 0,
};

/* What a schedule depends on besides node and step. */
struct shape {
    uint32_t dimension; /* n of the n-cube, 0 .. CUBE_MAX_DIMENSION */
};

static inline uint32_t shape_nodes(const struct shape *shape) {
    return 1u << shape->dimension;
}

/* Blocks first .. first + count - 1 of an area. Eight bytes, that is one store. */
struct run {
    uint16_t area;
    uint16_t count;
    uint32_t first;
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

/* Copies the blocks of `from` to those of `to`, another set of as many blocks and none in common.
 */
struct move {
    struct block_set from;
    struct block_set to;
};

/* One node's part of one step. Entries of ports outside the sets mean nothing. */
struct step {
    uint32_t sends;    /* set of ports on which a packet of this node leaves */
    uint32_t receives; /* set of ports on which a packet for this node arrives */
    uint32_t relays;   /* set of ports on which a packet arrives that leaves on another */
    uint32_t moves;    /* how many of `move` are in use */
    struct run send[CUBE_MAX_DIMENSION];
    struct run receive[CUBE_MAX_DIMENSION]; /* of a relay: where the whole packet is stored
                                               meanwhile, if its schedule relays whole packets */
    uint32_t leave[CUBE_MAX_DIMENSION];     /* of a relay: the port on which the packet leaves */
    struct move move[STEP_MOVES];
};

/* The port models of the literature. */
enum port_model {
    PORTS_ALL,  /* a node sends and receives on all its ports at once */
    PORTS_ONE,  /* a node sends at most one packet and receives at most one; relays are the router's
                 */
    PORTS_SIMD, /* one port, and it is the same dimension for all nodes */
};

/* How a packet passes through a node that relays it. */
enum relay_mode {
    RELAY_WHOLE,  /* store and forward: it leaves when all of it has arrived */
    RELAY_PIECES, /* each piece leaves as it arrives */
};

/* A block of the input of a node. */
struct origin {
    uint32_t node;
    uint32_t block;
};

/* What a collective operation has to achieve, whatever the algorithm. */
struct operation {
    const char *name;  /* at most 16 characters: in reports of who waits for whom */
    uint32_t tag;      /* enum cube_operation, in the header of every piece */
    uint32_t outputs;  /* the outputs are areas 1 .. outputs */
    bool synchronizes; /* at the end each node must have heard of every other */
    /* The input block that block `block` of output `area` of `node` must hold at the end. Null
     * where there are no outputs. */
    struct origin (*result)(const struct shape *shape, uint32_t node, uint32_t area,
                            uint32_t block);
};

/* An algorithm. The counts are exact, and over all nodes. */
struct schedule {
    const char *name;
    const struct operation *operation;
    enum port_model ports;
    enum relay_mode relay;
    const char *source; /* the literature it is from */
    uint32_t areas;     /* areas in use, input and outputs included */

    uint32_t (*blocks)(const struct shape *shape, uint32_t area); /* blocks of an area */
    uint32_t (*steps)(const struct shape *shape);
    uint64_t (*packets)(const struct shape *shape);    /* packets times the links each passes */
    uint64_t (*link_words)(const struct shape *shape); /* blocks times the links each passes */
    uint32_t (*bound)(const struct shape *shape);      /* steps that no algorithm can go below */

    /* Fills *step, the caller's, with the part of `node` in step `number`, 1 .. steps. Number
     * steps + 1 has no packets: its moves close the operation. O(n) for each port. */
    void (*step)(const struct shape *shape, uint32_t node, uint32_t number, struct step *step);
};

/* The lowest port of a set, which must not be empty. */
static inline uint32_t lowest_port(uint32_t ports) {
    return (uint32_t)__builtin_ctz(ports);
}

/* The block after `block` in ascending order in a set; after the last comes the first again. */
static inline uint32_t block_set_next(const struct block_set *set, uint32_t block) {
    return set->first | ((block - set->first - set->free) & set->free);
}

#endif
