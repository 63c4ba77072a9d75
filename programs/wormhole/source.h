/* The messages of a node, all of one length and to one destination. They are made either all at the
 * beginning or at exponentially distributed intervals. */
#ifndef WORMHOLE_SOURCE_H
#define WORMHOLE_SOURCE_H

#include "programs/wormhole/random.h"
#include "programs/wormhole/router.h"

enum {
    SOURCE_LENGTH = 1 << 11, /* the largest number of flits of a message */
    SOURCE_TIME_BITS = 16,   /* bits of an arrival's time that are fractions of a cycle */
};

struct source {
    uint32_t node;
    uint32_t destination;
    uint32_t length;   /* flits of a message: a header, the body and the tail; at least 2 */
    uint64_t limit;    /* how many messages it makes at most */
    uint64_t interval; /* the mean, in 2^-SOURCE_TIME_BITS cycles; 0: all messages at cycle 0 */
    struct random made_random; /* draws the times at which messages are made */
    uint64_t made_time;        /* when the next message is made */
    uint64_t made;             /* messages that have been made */
    struct random sent_random; /* draws the same times again, as messages are injected */
    uint64_t sent_time;        /* when the next message to be injected was made */
    uint64_t sent;             /* messages of which a flit has been injected */
    uint32_t left;             /* flits of the message under way that have not been injected */
    uint32_t created;          /* the cycle in which that message was made */
};

/* Starts a node that sends `limit` messages of `length` flits, all made at cycle 0, to
 * `destination`. */
void source_start_burst(struct source *source, uint32_t node, uint32_t destination, uint32_t length,
                        uint64_t limit);

/* Starts a node that makes messages for ever, `load` flits a cycle (above 0) on the average, by the
 * numbers of `seed`. */
void source_start_poisson(struct source *source, uint32_t node, uint32_t destination,
                          uint32_t length, double load, uint64_t seed);

/* Makes the messages that are due in `cycle`; to be called for each cycle, in order. */
void source_make(struct source *source, uint32_t cycle);

/* Whether a flit waits to be injected, and whether it is a header. */
static inline bool source_has_flit(const struct source *source) {
    return source->left > 0 || source->sent < source->made;
}
static inline bool source_header_is_next(const struct source *source) {
    return source->left == 0;
}

/* Takes the next flit. source_has_flit must have said that there is one. */
struct flit source_flit(struct source *source);

/* Returns how many messages have been made but not begun to be injected. */
static inline uint64_t source_queue(const struct source *source) {
    return source->made - source->sent;
}

#endif
