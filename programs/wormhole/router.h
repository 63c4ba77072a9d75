/* A wormhole router of a hypercube, as section 6 of Hou et al. describes it.
 *
 * Two neighbours are joined by a channel in each direction. A router and its own node are joined by
 * two more: injection and ejection. Each channel ends in a buffer for one flit. The header of a
 * message reserves one channel after the other, its other flits follow, and each channel is free
 * again when the tail has left its buffer. A flit crosses a channel in a cycle.
 *
 * A cycle has two parts.
 *
 *  1. router_arbitrate: the headers that wait choose among the outputs that are free, in the
 *     order in which they arrived. Headers that arrived in one cycle choose in the order of their
 *     channels. A header that may take several outputs takes the first.
 *  2. Flits move, where the buffer in front of them is empty. A buffer also counts as empty if its
 *     own flit moves in this very cycle, so that a message moves as a whole. Hence the driver of
 *     the routers has to deal with the channel in front of a flit before it deals with the flit.
 *     Under E-cube that is the case if it goes through the dimensions from the highest down,
 *     because the dimensions of every path ascend. For each channel it asks router_offer for the
 *     flit to send, and calls router_depart when it has left and router_accept when it has arrived.
 *
 * This file knows of one router; programs/wormhole/network.h drives all of a cube on the host, and
 * programs/wormhole.c drives one on each node of a real one. */
#ifndef WORMHOLE_ROUTER_H
#define WORMHOLE_ROUTER_H

#include <stdbool.h>
#include <stdint.h>

enum {
    ROUTER_DIMENSIONS = 9,
    ROUTER_LANES = 2, /* virtual channels of a dimension at most */
    ROUTER_CHANNELS = ROUTER_DIMENSIONS * ROUTER_LANES + 1,
    NO_CHANNEL = 0xff,
};

enum flit_kind {
    FLIT_NONE, /* no flit: neighbours exchange this if nothing moves, to keep in step */
    FLIT_HEADER,
    FLIT_BODY,
    FLIT_TAIL,
};

/* Eight bytes that go from node to node as they are. */
struct flit {
    uint32_t created; /* the cycle in which its message was made */
    uint32_t kind : 2;
    uint32_t source : ROUTER_DIMENSIONS;
    uint32_t destination : ROUTER_DIMENSIONS;
    uint32_t number : 11; /* its place in the message, from 0 */
    uint32_t accepts : 1; /* in a flit that is sent to a neighbour: whether the buffer of the
                             channel from there is empty at this point of the cycle */
};

/* Which channels a header may take (programs/wormhole/rule.h). */
struct rule;

/* Channels are numbered alike on both sides: lane l of dimension d is number l times the number of
 * dimensions, plus d. The last number is injection's as an input and ejection's as an output. */
struct router {
    uint32_t node;
    uint32_t dimensions;
    uint32_t local;    /* number of the last channel */
    uint32_t occupied; /* set of inputs whose buffer holds a flit */
    uint32_t free;     /* set of outputs that no message holds, with nothing in
                          the buffer at their end */
    uint32_t moving;   /* set of outputs that a flit wants to leave by */
    uint32_t used;     /* set of dimensions that a flit has left along in this
                          cycle: lanes share them */
    bool may_inject;   /* whether injection's buffer was empty when the cycle
                          began */
    bool ejected;      /* whether a tail is in ejection's buffer: the node takes it
                          in the cycle after it came */
    struct flit buffer[ROUTER_CHANNELS]; /* of each input */
    uint8_t output_of[ROUTER_CHANNELS];  /* the output that the message in an input holds, or
                                            NO_CHANNEL */
    uint8_t input_of[ROUTER_CHANNELS];   /* the input of the message that holds an output */
    uint8_t waiting[ROUTER_CHANNELS];    /* inputs whose header waits, in the order of arrival */
    uint32_t waiting_count;              /* their number */
    uint32_t waiting_before;             /* how many of them came before this cycle */
};

/* Makes *router the router of node `node` in an idle network of that many dimensions, each with
 * `lanes` lanes. */
void router_start(struct router *router, uint32_t node, uint32_t dimensions, uint32_t lanes);

/* Carries out the first part of a cycle, under a routing rule. */
void router_arbitrate(struct router *router, const struct rule *rule);

/* The dimension of a channel. For injection and ejection it is ROUTER_DIMENSIONS, which no other
 * channel has. */
static inline uint32_t router_dimension(const struct router *router, uint32_t channel) {
    return channel == router->local ? ROUTER_DIMENSIONS : channel % router->dimensions;
}

static inline bool router_is_occupied(const struct router *router, uint32_t input) {
    return router->occupied >> input & 1;
}

/* The flit to leave by an output in this cycle; of kind FLIT_NONE if there is none, or if the other
 * lane of the output's dimension has sent one in this cycle. */
static inline struct flit router_offer(const struct router *router, uint32_t output) {
    bool used = router->used >> router_dimension(router, output) & 1;
    if (used || !(router->moving >> output & 1))
        return (struct flit){.kind = FLIT_NONE};
    return router->buffer[router->input_of[output]];
}

/* To be called when that flit has left. Its buffer becomes empty, and after a tail the message no
 * longer holds the output. Whether the output is free also depends on the buffer at its end;
 * router_free tells the router of that. Returns the input that the flit was in. */
static inline uint32_t router_depart(struct router *router, uint32_t output) {
    uint32_t input = router->input_of[output];
    router->moving &= ~(1u << output);
    router->used |= 1u << router_dimension(router, output);
    router->occupied &= ~(1u << input);
    if (router->buffer[input].kind == FLIT_TAIL) {
        router->output_of[input] = NO_CHANNEL;
        router->input_of[output] = NO_CHANNEL;
        router->ejected |= output == router->local;
    }
    return input;
}

/* To be called when a flit has arrived at an input, whose buffer is empty. */
void router_accept(struct router *router, uint32_t input, struct flit flit);

/* To be called when the buffer at the end of an output is empty at the end of this cycle. If no
 * message holds the output, one can have it from the next cycle on. It is not called for ejection,
 * which the router deals with by itself. */
static inline void router_free(struct router *router, uint32_t output) {
    if (router->input_of[output] == NO_CHANNEL)
        router->free |= 1u << output;
}

/* Whether the node's next flit, a header or not, may enter the injection channel, when all that
 * moves in this cycle has moved. */
static inline bool router_may_inject(const struct router *router, bool header) {
    return header ? router->may_inject : !router_is_occupied(router, router->local);
}

#endif
