/* Deliveries to a node, or to all nodes. The two drivers of the routers, on the host and on the
 * cube, are compared by these numbers. */
#ifndef WORMHOLE_DELIVERY_H
#define WORMHOLE_DELIVERY_H

#include "programs/wormhole/router.h"

struct delivery {
    uint64_t made; /* messages that the sources have made, delivered or not */
    uint64_t flits;
    uint64_t messages;
    uint64_t latency; /* cycles from being made to being delivered, added up over all messages */
    uint64_t last;    /* the last cycle in which anything was delivered */
    uint64_t digest;  /* of every flit and its cycle, in the order in which they came to a node; for
                         several nodes, the sum */
};

/* Adds a flit that has been delivered in `cycle`. The digest is Fowler, Noll and Vo's hash, FNV-1a,
 * taken by words instead of by bytes; the factor is theirs. */
static inline void delivery_add(struct delivery *delivery, uint32_t cycle, struct flit flit) {
    uint64_t words[] = {cycle, flit.created, flit.source, flit.destination, flit.number, flit.kind};
    for (unsigned k = 0; k < sizeof words / sizeof words[0]; k++)
        delivery->digest = (delivery->digest ^ words[k]) * UINT64_C(0x100000001b3);
    delivery->flits++;
    delivery->last = cycle;
    if (flit.kind == FLIT_TAIL) {
        delivery->messages++;
        delivery->latency += cycle - flit.created;
    }
}

#endif
