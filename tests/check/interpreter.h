/* An interpreter of plans (collectives/run/plan.h). It does the plans of all nodes of a cube, with
 * a symbol in the place of each byte, and writes down what passes each link. A plan is data to it:
 * it shares no code with what runs plans, and knows no ring, no piece and no operator. */
#ifndef CHECK_INTERPRETER_H
#define CHECK_INTERPRETER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "collectives/run/plan.h"

/* What a byte holds: a byte of an input, or several that were combined. Symbols are combined by
 * their sum where the operator commutes, else as maps x -> a x + b, one after the other. So what
 * was combined from the same bytes in the same order has the same symbol, in whatever steps; and
 * other symbols differ, but by accident, for those of inputs are 64 bits drawn by lot. 0 says that
 * nothing was written there. */
typedef uint64_t symbol;

/* Byte `offset`, less than 2^24, of input block `block` of the node of that rank, one of the first
 * 2^8, in the subcube whose least node is `base`. */
symbol symbol_of(uint32_t base, uint32_t rank, uint32_t block, size_t offset);

/* left op right. */
symbol symbol_combine(bool commutes, symbol left, symbol right);

/* A packet that has passed a link. */
struct passed {
    uint32_t step; /* what its header says of it */
    uint32_t operation;
    size_t bytes;
    size_t first; /* where its symbols begin in those of the link */
};

/* A directed link, with all that has been sent over it, in order. */
struct wire {
    struct passed *packet;
    uint32_t packets;
    uint32_t taken; /* so many of them have left it */
    symbol *symbol;
    size_t symbols;
};

/* A node: its plan, and the memory that it works on. */
struct planned_node {
    const struct plan *plan;
    symbol *memory[BUFFERS];
    size_t bytes[BUFFERS];
    uint32_t next;   /* the action that it has come to */
    uint32_t open;   /* of several that are done in any order: the set of those to be done */
    uint32_t step;   /* of the last packet */
    bool in_step;    /* and that step is not recorded yet */
    uint32_t writes; /* set of buffers that it has written */
};

struct interpretation {
    uint32_t dimension; /* of the cube; its nodes are at `node` */
    size_t element;     /* bytes of one that is combined; 0: the call combines nothing */
    bool commutes;      /* the operator does */
    bool recorded;      /* each step is recorded at its end */
    uint64_t slots;     /* of a ring */
    struct planned_node *node;
    struct wire *wire; /* of node v, port p at [v * CUBE_MAX_DIMENSION + p] */
    char message[200]; /* what is wrong; "" if nothing is */
};

/* Does all plans. The caller has set all members but the wires, and of each node the plan, the
 * memory and its size; both stay the caller's. Returns whether
 *   - every action touches memory of its buffers alone, and such as its kind says;
 *   - every packet finds somebody who expects one of that size, step and operation, and nobody
 *     waits for one that never comes, whatever the order of those that are done in any order;
 *   - what goes on together, piece by piece, reads nothing that another one writes;
 *   - what is not cut fits in half a ring, so that nobody waits in a circle (plan_run.h);
 *   - steps ascend, and the end of each is recorded, where they are recorded. */
bool interpret(struct interpretation *all);

/* Frees the wires. */
void interpret_end(struct interpretation *all);

#endif
