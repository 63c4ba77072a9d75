/* The ring of Gray codes, and the ports by which elements go 2^j places up or down along it. */
#ifndef COMPUTATIONS_PM2B_RING_H
#define COMPUTATIONS_PM2B_RING_H

#include <stddef.h>

#include "cube.h"
#include "programs/computations/account.h"

enum ring_way { RING_UP, RING_DOWN }; /* to greater logical numbers, to lesser ones */

/* This node's place on the ring, and its ports. An element that goes up by 2^j leaves on port
 * port[RING_UP][j] of the node where it begins, and of the node between if j > 0; it arrives on
 * port[RING_DOWN][j] (Hu, Theorems 3 and 4). For an element that goes down, exchange RING_UP and
 * RING_DOWN. The ports of one way are different for different j (Lemma 5). With more than two nodes
 * the ports of the two ways are different for each j. */
struct ring {
    unsigned dimension;
    unsigned place;
    unsigned char port[2][CUBE_DIMENSIONS];
};

struct ring ring_of_cube(void);

/* A node's packets in one step: at most one on each directed link. */
struct ring_step {
    unsigned senders, receivers; /* sets of ports */
    const void *send[CUBE_DIMENSIONS];
    void *receive[CUBE_DIMENSIONS];
};

/* Adds one hop of elements that go `way` by 2^j: in it this node sends from `from`, and receives to
 * `to`. ring_exchange uses both. If a port has two packets, the program ends with a message. */
void ring_hop(struct ring_step *step, const struct ring *ring, enum ring_way way, unsigned j,
              const void *from, void *to);

/* Carries the step out with packets of `bytes` bytes, counts it, and clears *step. */
void ring_exchange(struct ring_step *step, size_t bytes, struct account *account);

/* Packets that go both ways by 2^j: `up` goes to place + 2^j, and `down` to place - 2^j. The packet
 * from place - 2^j is received at `below`, and that from place + 2^j at `above`. `between` has room
 * for two packets, which is used if j > 0. */
struct ring_pair {
    const void *up, *down;
    void *below, *above;
    char *between;
};

/* Exchanges packets of `bytes` bytes both ways: in one step for j = 0, else in two; on two nodes,
 * where both ways share a link, in two; on one node by a copy. */
void ring_both_ways(const struct ring *ring, unsigned j, const struct ring_pair *pair, size_t bytes,
                    struct account *account);

#endif
