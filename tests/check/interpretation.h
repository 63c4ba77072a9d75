/* What an interpreter of plans works on: symbols that stand for bytes, the memory of nodes, and the
 * packets that have passed the links. */
#ifndef CHECK_INTERPRETATION_H
#define CHECK_INTERPRETATION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "collectives/run/plan.h"

/* ---- Symbols that stand for bytes ---- */

/* The content of a byte: a byte of an input, or several that were combined. Symbols are combined by
 * their sum where the operator commutes, else as maps x -> a x + b, one after the other. So a
 * combination of the same bytes in the same order has the same symbol, whatever the steps. Other
 * symbols differ, except by an unlikely accident, because those of inputs are 64 random bits. 0:
 * nothing was written there. */
typedef uint64_t symbol;

/* Byte `offset`, less than 2^24, of input block `block` of the node of that rank, one of the first
 * 2^8, in the subcube whose least node is `base`. */
symbol symbol_of(uint32_t base, uint32_t rank, uint32_t block, size_t offset);

/* Returns the symbol of left op right. */
symbol symbol_combine(bool commutes, symbol left, symbol right);

/* ---- The state: the memory of nodes, and the packets that have passed the links ---- */

/* A packet that has passed a link. */
struct passed {
    uint32_t step; /* the step in its header */
    uint32_t operation;
    size_t bytes;
    size_t first; /* where its symbols begin in those of the link */
};

/* A directed link, with all that has been sent over it, in order. */
struct wire {
    struct passed *packet;
    uint32_t packets;
    uint32_t taken; /* how many packets have been taken off it */
    symbol *symbol;
    size_t symbols;
};

/* A node: its plan, and the memory that it works on. */
struct planned_node {
    const struct plan *plan;
    symbol *memory[BUFFERS];
    size_t bytes[BUFFERS];
    uint32_t next;   /* the next action */
    uint32_t open;   /* the actions still to be done of a group that is done in any order */
    uint32_t step;   /* of the last packet */
    bool in_step;    /* whether that step has not been recorded yet */
    uint32_t writes; /* set of the buffers that it has written */
};

struct interpretation {
    uint32_t dimension; /* of the cube; its nodes are at `node` */
    size_t element;     /* bytes of an element that is combined; 0: none is */
    bool commutes;      /* the operator does */
    bool recorded;      /* each step is recorded at its end */
    uint64_t slots;     /* of a ring */
    struct planned_node *node;
    struct wire *wire; /* that of node v, port p at [v * CUBE_MAX_DIMENSION + p] */
    char message[200]; /* the error; "" if none */
};

#endif
