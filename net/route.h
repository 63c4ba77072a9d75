/* The routed channel: packets between any two nodes, forwarded hop by hop.
 *
 * E-cube: a packet leaves each node on the lowest dimension in which its address still differs from
 * the node's own. It arrives on dimension d only after all dimensions below d are right, so it
 * leaves on one above d. Why this cannot deadlock: a ring of dimension d, when full, waits at most
 * for rings of higher dimensions, and packets that have arrived never wait, for their destination
 * takes them out at once. By induction from the highest dimension down, every ring drains.
 *
 * Forwarding never blocks: a packet that finds its next ring full stays at the head of its own.
 */
#ifndef NET_ROUTE_H
#define NET_ROUTE_H

#include "net/node.h"

#define ROUTE_FULL SIZE_MAX

/* Whether anything on the routed channel awaits this node. Cheap: the call for every look. */
static inline bool route_pending(void) {
    for (uint32_t d = 0; d < node.dimension; d++) {
        const struct ring_receiver *in = &node.routed_in[d];
        /* Relaxed: route_forward reads it again, with acquire, before it reads a slot. */
        if (atomic_load_explicit(in->tail, memory_order_relaxed) != (uint32_t)in->head)
            return true;
    }
    return node.acknowledging != NULL;
}

/* Takes in every packet that has arrived for this node, forwards the others as far as there is
 * room, and sends the acknowledgements that are due. Leaves in node.stuck the dimensions on which
 * there was no room. Returns true if anything moved. */
bool route_forward(void);

/* What every cube call does once. */
static inline void route_poll(void) {
    if (__builtin_expect(route_pending(), 0))
        route_forward();
}

/* Puts a piece of a packet on the first link towards header->destination, which is not this node:
 * a header like `header`, whose `remaining` counts the bytes at `data` and all that follow them,
 * and as many of the `bytes` bytes at `data` as there is room for now. Returns their number, or
 * ROUTE_FULL. */
size_t route_put(const struct cube_piece *header, const void *data, size_t bytes);

/* The dimension on which a packet for `destination` leaves this node. */
static inline uint32_t route_dimension(uint32_t destination) {
    return (uint32_t)__builtin_ctz(destination ^ node.number);
}

/* Forwards for ever: what a node does after its program has ended. */
_Noreturn void route_serve(void);

#endif
