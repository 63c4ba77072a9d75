/* The ring of Gray codes, and the ports by which elements go 2^j places up or down along it. */
#ifndef COMPUTATIONS_PM2B_RING_H
#define COMPUTATIONS_PM2B_RING_H

#include <stddef.h>

#include "computations/account.h"
#include "cube.h"

enum ring_way { RING_UP, RING_DOWN }; /* to greater logical numbers, to lesser ones */

/* This node's place on the ring, and its ports. An element that goes up by 2^j leaves on port
 * port[RING_UP][j] of the node where it begins, and of the node between if j > 0; it arrives on
 * port[RING_DOWN][j]. With `up` and `down` exchanged, so does one that goes down (Hu, Theorems 3
 * and 4). For one way, the ports of different j are different (Lemma 5); for one j, those of the
 * two ways are, if there are more than two nodes. */
struct ring {
    unsigned dimension;
    unsigned place;
    unsigned char port[2][CUBE_DIMENSIONS];
};

struct ring ring_of_cube(void);

/* What a node sends and receives in one step: at most one packet on each directed link. */
struct ring_step {
    unsigned senders, receivers; /* sets of ports */
    const void *send[CUBE_DIMENSIONS];
    void *receive[CUBE_DIMENSIONS];
    int error; /* -EPROTO: a port was asked for twice */
};

/* Adds one hop of an element that goes `way` by 2^j: this node sends the one at `from` and receives
 * another, which makes the same hop, to `to`. The memory is used by ring_exchange. */
void ring_hop(struct ring_step *step, const struct ring *ring, enum ring_way way, unsigned j,
              const void *from, void *to);

/* Carries the step out with packets of `bytes` bytes, counts it, and clears *step. Returns 0, or
 * -EPROTO where a port has two packets, or what cube_links_exchange returns. */
int ring_exchange(struct ring_step *step, size_t bytes, struct account *account);

/* What goes both ways by 2^j at once: `up` to place + 2^j and `down` to place - 2^j. What those
 * sent comes to `above` and `below`. `between` has room for two packets; it is not used if j is 0.
 * One step for j = 0, else two; twice as many on two nodes, where both ways share a link; and on
 * one node alone a copy. */
struct ring_pair {
    const void *up, *down;
    void *below, *above;
    char *between;
};
int ring_both_ways(const struct ring *ring, unsigned j, const struct ring_pair *pair, size_t bytes,
                   struct account *account);

#endif
