/* The traffic that an operation requires, counted. A *message* is a block that a node, its home,
 * has for other nodes, its ends. For combined blocks the home is the node of the result, and the
 * ends are those of the operands, as if the result were sent back. */
#ifndef BOUND_WANTS_H
#define BOUND_WANTS_H

#include "collectives/bound/network.h"

struct wants {
    /* At [node * row + steps]: the number of blocks that must leave the node while at least `steps`
     * steps are left, and the number that cannot reach it before that step. */
    uint32_t *leave;
    uint32_t *arrive;
    uint32_t row;
    uint64_t load;                     /* links that all blocks have to cross, at least */
    uint64_t arrivals;                 /* blocks that arrive, over all nodes */
    uint64_t distances;                /* from a block's home to each of its ends, all together */
    uint64_t crossing[NETWORK_HALVES]; /* blocks that must leave the half; */
    uint32_t of_one[NETWORK_HALVES];   /* the most of them that one node has, */
    uint32_t for_one[NETWORK_HALVES];  /* and that are for one node, if nothing is combined */
    uint32_t wasted[NETWORK_HALVES];   /* a number of steps in which they could not leave the half
                                          if it needed all links in each step, without relays, in
                                          packets of a block; or 0 */
    uint32_t apart;    /* the most nodes for which, or from which, one node has separate blocks */
    uint64_t pairs;    /* of a node that has blocks for one node alone, and that one */
    uint32_t messages; /* all of them, */
    uint32_t of_first_pair; /* those from the first one's home to the first one's end */
    uint32_t home, end;     /* of the first */
};

/* Fills *wants, to be freed with wants_end. In one step a packet gets to a neighbour or, with
 * `relays`, anywhere. In a step the number of nodes that have a block grows at most by the factor
 * `growth`. Returns false if memory is short; then nothing is to be freed. */
bool wants_begin(const struct algorithm *algorithm, const struct shape *shape,
                 const struct network *network, bool relays, uint32_t growth, struct wants *wants);
void wants_end(struct wants *wants);

/* Returns how often 1 must be multiplied by `growth` to become `many` or more. */
uint32_t growth_steps(uint32_t many, uint32_t growth);

#endif
