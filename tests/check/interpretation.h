/* The state of an interpretation of plans: the memory of nodes, and the packets that have passed
 * the links. */
#ifndef CHECK_INTERPRETATION_H
#define CHECK_INTERPRETATION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "collectives/run/plan.h"
#include "tests/check/symbols.h"

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
