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

/* Whether anything has arrived on a link's routed channel that this node has not dealt with. */
static inline bool route_pending_on(const struct link *link) {
    uint32_t head = (uint32_t)link->routed_in.head;
    /* Relaxed: route_forward reads it again, with acquire, before it reads a slot. */
    return atomic_load_explicit(link->routed_in.tail, memory_order_relaxed) != head;
}

/* The same on any of the links of dimension 0 to `dimensions` - 1, the node's. Asked after every
 * failed look: the first dimension is written out (it has a ring, one that stays empty, even where
 * there are no neighbours). */
static inline bool route_pending(uint32_t dimensions) {
    if (unlikely(route_pending_on(&node.link[0])))
        return true;
    for (uint32_t d = 1; d < dimensions; d++)
        if (unlikely(route_pending_on(&node.link[d])))
            return true;
    return false;
}

/* The same on either of two links that follow each other. A link that the node has not has a ring
 * that stays empty. */
static inline bool route_pending_on_two(const struct link *link) {
    return (int)route_pending_on(link) | (int)route_pending_on(link + 1);
}

/* Takes in every packet that has arrived for this node, forwards the others as far as there is
 * room, and sends the acknowledgements that are due. Leaves in node.stuck the dimensions on which
 * there was no room. Returns true if anything moved. */
bool route_forward(void);

/* What every cube call does once, unless it has waited. As route_pending, written out for two links
 * at a time: more code and fewer instructions. */
static inline void route_poll(void) {
    static_assert(NODE_LINKS == 9, "each is asked");
    uint32_t dimensions = node.dimension;
    if (unlikely(route_pending_on(&node.link[0]) ||
                 (dimensions > 1 && route_pending_on_two(&node.link[1])) ||
                 (dimensions > 3 && route_pending_on_two(&node.link[3])) ||
                 (dimensions > 5 && route_pending_on_two(&node.link[5])) ||
                 (dimensions > 7 && route_pending_on_two(&node.link[7]))))
        route_forward();
}

/* Puts a piece of a packet on the first link towards header->destination, which is not this node:
 * a header like `header`, whose `remaining` counts the bytes at `data` and all that follow them,
 * and as many of the `bytes` bytes at `data` as there is room for now. Returns their number, or
 * ROUTE_FULL. */
size_t route_put(const struct cube_header *header, const void *data, size_t bytes);

/* The dimension on which a packet for `destination` leaves this node. */
static inline uint32_t route_dimension(uint32_t destination) {
    return (uint32_t)__builtin_ctz(destination ^ node.number);
}

/* Forwards for ever: what a node does after its program has ended. */
_Noreturn void route_serve(void);

#endif
