/* Whether a routing rule can deadlock, by its channel dependency graph (Dally and Seitz, IEEE TC
 * 36(5), 1987): from channel c to channel e if a message that holds c may wait for e. Without a
 * cycle in it, no messages can wait for each other in a circle. Of a rule with an escape lane the
 * graph of that lane has to be free of cycles, where c depends on e also if other lanes lie between
 * (Duato, IEEE TPDS 4(12), 1993), and the escape has to be open wherever a message may be. */
#ifndef WORMHOLE_DEPENDENCY_H
#define WORMHOLE_DEPENDENCY_H

#include <stdint.h>

#include "wormhole/rule.h"

/* A channel: output `output` of router `node`. */
struct channel {
    uint32_t node;
    uint32_t output;
};

enum { DEPENDENCY_CYCLE = 64 }; /* channels of a cycle that are told, at most */

enum dependency_verdict {
    DEPENDENCY_FREE,     /* no cycle: the rule cannot deadlock */
    DEPENDENCY_CYCLIC,   /* there is a cycle */
    DEPENDENCY_DEAD_END, /* somewhere a message has no channel to go by, or no escape */
};

struct dependency {
    enum dependency_verdict verdict;
    uint32_t edges;                         /* of the graph */
    uint32_t length;                        /* of the cycle, or 1: where the dead end is */
    struct channel cycle[DEPENDENCY_CYCLE]; /* the channels, each waiting for the next */
};

/* Examines `rule` on a cube of so many dimensions, for all sources and destinations. Returns 0, or
 * -ENOMEM. */
int dependency_check(const struct rule *rule, uint32_t dimensions, struct dependency *dependency);

#endif
