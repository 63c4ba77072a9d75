/* What a node sends: messages of one length, either all at the beginning or at intervals that are
 * distributed exponentially; to one destination, or each to one drawn at random. */
#ifndef WORMHOLE_SOURCE_H
#define WORMHOLE_SOURCE_H

#include "wormhole/random.h"
#include "wormhole/router.h"

enum {
    SOURCE_LENGTH = 1 << 11, /* the most flits of a message */
    SOURCE_TIME_BITS = 16,   /* bits of an arrival's time that are fractions of a cycle */
};

struct source {
    uint32_t node;
    uint32_t destination; /* of the message under way, or of all */
    uint32_t nodes;       /* of the cube, where each message has a destination of its own; or 0 */
    struct random destination_random;
    uint32_t length;   /* flits of a message: a header, and its body, with the tail; at least 2 */
    uint64_t limit;    /* messages that it makes at most */
    uint64_t interval; /* mean, in cycles and SOURCE_TIME_BITS; 0: all messages at cycle 0 */
    struct random made_random; /* for the times at which messages are made; ... */
    uint64_t made_time;        /* of the next one */
    uint64_t made;
    struct random sent_random; /* ... the same stream, which follows where they are injected */
    uint64_t sent_time;
    uint64_t sent;
    uint32_t left; /* flits of the message under way that have not been injected */
    uint32_t created;
};

/* A node that sends `limit` messages of `length` flits, all made at cycle 0, to `destination`. */
void source_start_burst(struct source *source, uint32_t node, uint32_t destination, uint32_t length,
                        uint64_t limit);

/* A node that makes messages for ever, `load` flits a cycle (above 0) on the average, by the
 * numbers of `seed`. */
void source_start_poisson(struct source *source, uint32_t node, uint32_t destination,
                          uint32_t length, double load, uint64_t seed);

/* From then on each message of the source goes to any other of so many nodes, a power of two and at
 * least 2, drawn by the numbers of `seed`. */
void source_scatter(struct source *source, uint32_t nodes, uint64_t seed);

/* Makes the messages that are due in `cycle`. Called for each cycle, in order. */
void source_make(struct source *source, uint32_t cycle);

/* Whether a flit waits to be injected, and whether it is a header. */
static inline bool source_has_flit(const struct source *source) {
    return source->left > 0 || source->sent < source->made;
}
static inline bool source_header_is_next(const struct source *source) {
    return source->left == 0;
}

/* The next flit, which is there, on its way. */
struct flit source_flit(struct source *source);

/* Messages that have been made and of which nothing has been injected. */
static inline uint64_t source_queue(const struct source *source) {
    return source->made - source->sent;
}

#endif
