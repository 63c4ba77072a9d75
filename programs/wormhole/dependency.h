/* Whether a routing rule can deadlock. This is decided by its channel dependency graph (Dally and
 * Seitz, IEEE TC 36(5), 1987), which has an edge from channel c to channel e if a message that
 * holds c may wait for e. If the graph has no cycle, no messages can wait for each other in a
 * circle.
 *
 * For a rule with an escape lane (Duato, IEEE TPDS 4(12), 1993) only the graph of that lane has to
 * be free of cycles. In it c depends on e also if a message goes through other lanes between the
 * two, and wherever a message may be, a channel of the escape has to be open to it. */
#ifndef WORMHOLE_DEPENDENCY_H
#define WORMHOLE_DEPENDENCY_H

#include <stdint.h>

#include "programs/mapping/communication.h"
#include "programs/wormhole/rule.h"

/* A channel: output `output` of router `node`. */
struct channel {
    uint32_t node;
    uint32_t output;
};

enum { DEPENDENCY_CYCLE = 64 }; /* how many channels of a cycle are kept at most */

enum dependency_verdict {
    DEPENDENCY_FREE,     /* no cycle: the rule cannot deadlock */
    DEPENDENCY_CYCLIC,   /* there is a cycle */
    DEPENDENCY_DEAD_END, /* somewhere a message has no channel to go by, or no escape */
};

struct dependency {
    enum dependency_verdict verdict;
    uint32_t edges;                         /* number of edges of the graph */
    uint32_t length;                        /* of the cycle; 1 for a dead end */
    struct channel cycle[DEPENDENCY_CYCLE]; /* each depends on the next; or the dead end */
};

/* Examines `rule` on a cube of that many dimensions, for all sources and destinations, and fills
 * *dependency. Returns 0 or -ENOMEM. */
int dependency_check(const struct rule *rule, uint32_t dimensions, struct dependency *dependency);

/* ---- Channels that messages cannot avoid: forced.c ----
 *
 * If all paths of each of k pairs of nodes pass the same channel, whatever an adaptive router
 * chooses, none of these pairs gets more than 1 / k of it (Hou et al., section 2.3). */

struct forced {
    struct channel channel; /* the one that most pairs cannot avoid; the first of them if there are
                               several */
    uint32_t pairs;         /* how many pairs cannot avoid it */
};

/* Examines all pairs of source and destination of a permutation on a cube of its size, at most
 * ROUTER_DIMENSIONS, under a rule with one lane. */
struct forced forced_channel(const struct rule *rule, const struct communication *permutation);

#endif
