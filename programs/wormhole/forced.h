/* Channels that messages cannot avoid, whatever an adaptive router chooses (Hou et al., section
 * 2.3): if all paths of each of k pairs of nodes pass the same channel, none of these pairs gets
 * more than 1 / k of it. */
#ifndef WORMHOLE_FORCED_H
#define WORMHOLE_FORCED_H

#include "programs/mapping/communication.h"
#include "programs/wormhole/dependency.h"
#include "programs/wormhole/rule.h"

struct forced {
    struct channel channel; /* the one that most pairs cannot avoid; the first of them if there are
                               several */
    uint32_t pairs;         /* how many pairs cannot avoid it */
};

/* Examines all pairs of source and destination of a permutation on a cube of its size, at most
 * ROUTER_DIMENSIONS, under a rule with one lane. */
struct forced forced_channel(const struct rule *rule, const struct communication *permutation);

#endif
