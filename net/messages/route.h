/* The routed channel: packets between any two nodes, forwarded hop by hop.
 *
 * E-cube: a packet leaves each node on the lowest dimension in which its address differs from the
 * node's. It arrives on dimension d only after all dimensions below d are right, so it leaves on
 * one above d. This cannot deadlock: a full ring of dimension d waits at most for rings of higher
 * dimensions, and packets never wait at their destination, which takes them out at once. By
 * induction from the highest dimension down, every ring drains. The dimensions here are physical
 * ones (net/physical.h).
 *
 * Forwarding never blocks: a packet whose next ring is full stays at the head of its own. */
#ifndef NET_ROUTE_H
#define NET_ROUTE_H

#include "net/node.h"

/* Not 0 if anything has arrived on a link's routed channel that this node has not dealt with. */
static inline uint32_t route_news(const struct link *link) {
    uint32_t head = (uint32_t)link->routed_in.head;
    /* Relaxed: a reader of a slot reads the tail again, with acquire. */
    return atomic_load_explicit(link->routed_in.tail, memory_order_relaxed) ^ head;
}

/* Whether anything has arrived that this node has not dealt with. */
static inline bool route_pending_on(const struct link *link) {
    return route_news(link) != 0;
}

/* Whether anything has arrived on either of two links that follow each other. The ring of a link
 * that the node does not have stays empty. */
ALWAYS_INLINE bool route_pending_on_two(const struct link *link) {
    return (route_news(link) | route_news(link + 1)) != 0;
}

/* The same of four links. */
ALWAYS_INLINE bool route_pending_on_four(const struct link *link) {
    return (route_news(link) | route_news(link + 1) | route_news(link + 2) |
            route_news(link + 3)) != 0;
}

/* Whether anything has arrived on any link but that of dimension 0. `further` is the number of
 * these links, the node's further_dimensions. Every call asks this, so the links are written out in
 * pairs: this is more code, but executes fewer instructions. */
ALWAYS_INLINE bool route_pending_further(const struct node *self, uint32_t further) {
    static_assert(NODE_LINKS == 13, "each is asked");
    return (further > 0 && UNLIKELY(route_pending_on_two(&self->link[1]))) ||
           (further > 2 && UNLIKELY(route_pending_on_two(&self->link[3]))) ||
           (further > 4 && UNLIKELY(route_pending_on_two(&self->link[5]))) ||
           (further > 6 && UNLIKELY(route_pending_on_two(&self->link[7]))) ||
           (further > 8 && UNLIKELY(route_pending_on_four(&self->link[9])));
}

/* Whether anything has arrived on any of the node's links. */
ALWAYS_INLINE bool route_pending(const struct node *self) {
    return UNLIKELY(route_pending_on(&self->link[0])) ||
           route_pending_further(self, self->further_dimensions);
}

/* Takes in every packet for this node, forwards the others as far as there is room, and sends
 * queued active messages and due acknowledgements. Notes in node.stuck the dimensions that lack
 * room. Returns whether anything moved. */
bool route_forward(void);

/* Passes on short messages for other nodes that have arrived on `dimension`, as long as their next
 * links have room. Something must have arrived there. Passes on nothing with a clock, or if the
 * physical dimensions are not the logical ones. Returns false if something is left for
 * route_forward. */
bool route_relay(uint32_t dimension);

/* Forwards packets of others, for a call that has not waited. Messages for this node stay for the
 * receive that takes them straight out of the ring, unless the ring is half full. They hold up
 * those behind them until this node receives them or waits. */
void route_pass(void);

/* Forwards packets of others while this node's program computes, outside of all calls. Allocates
 * and prints nothing: a packet for this node stays, and blocks those behind it on the same link,
 * until the node's next call. Returns false if a ring was full, so that something has to be passed
 * on later. */
bool route_detour(void);

/* Looks for packets on all links, and passes the turn before each look. Relays packets as
 * route_relay. Returns the dimension on which anything else has arrived; or `own`, when anything at
 * all has arrived on it; or ROUTE_NONE after `looks` failed looks in a row. */
uint32_t route_await(uint32_t looks, uint32_t own);
enum { ROUTE_NONE = NODE_LINKS };

/* Every call does this once, unless it has waited. */
static inline void route_poll(void) {
    if (UNLIKELY(route_pending(&node)))
        route_forward();
}

#endif
