/* The precedence of packets in a schedule: a packet that brings blocks precedes those that carry
 * them on, and one that leaves precedes those that take its place. */
#ifndef REROUTE_ORDER_H
#define REROUTE_ORDER_H

#include "collectives/reroute/rewriting.h"

#define ORDER_NOBODY UINT32_MAX

/* A thing that is done at one time: a move, a packet, or two that are exchanged in place. */
struct unit {
    struct transfer *one;   /* or null: it is a move */
    struct transfer *other; /* the other one of an exchange, or null */
    struct node_move *move;
    uint32_t step;   /* of the schedule */
    uint32_t first;  /* place of the first edge to a later unit; ORDER_NOBODY: none */
    uint32_t before; /* how many edges there are to it */
    uint32_t height; /* steps that have to follow it, at least */
};

/* Unit `to` comes at least `apart` steps, 0 or 1, after the one that has the edge. */
struct edge {
    uint32_t to;
    uint32_t next; /* of the same unit, or ORDER_NOBODY */
    uint8_t apart;
};

struct order {
    struct unit *unit; /* each after all that it waits for */
    size_t units;
    struct edge *edge;
    size_t edges;
};

/* Finds the order of a list, to be freed with order_end. Returns false, and nothing to free, if
 * more than two packets would have to go at once. Ends the program if memory is short. */
bool order_begin(struct rewriting *rewriting, struct order *order);
void order_end(struct order *order);

#endif
