/* One point of a curve: how much of an offered load a network accepts, and how long messages take.
 *
 * A fifth of the cycles is warm-up, which does not count; the rest is divided into 20 batches of
 * equal length. A figure is the mean over the batches, and its interval is the 95 % interval of
 * Student's t with 19 degrees of freedom. A load is sustained if deliveries keep up with new
 * messages. The difference, made less delivered, is such a figure, and a load counts as sustained
 * unless all of its interval is above 0. */
#ifndef WORMHOLE_MEASURE_H
#define WORMHOLE_MEASURE_H

#include "programs/mapping/communication.h"
#include "programs/wormhole/network.h"

enum {
    MEASURE_BATCHES = 20,
    MEASURE_WARM_UP = 5, /* the reciprocal of a part */
};

struct measurement {
    double offered;          /* flits a cycle and node that were made, on the average */
    double accepted;         /* flits a cycle and node that were delivered, on the average */
    double interval;         /* half the width of the interval of the accepted load */
    double latency;          /* mean of a message, in cycles from being made to being delivered */
    double latency_interval; /* half the width of its interval */
    uint64_t queue;          /* messages that waited at their sources at the end */
    bool sustained;
    bool deadlocked; /* whether there was a deadlock: then all figures are 0 */
    struct deadlock deadlock;
};

/* Runs `network`, whose sources have been started, for `cycles` cycles, at least 100, and fills
 * *measurement. The run ends early if there is a deadlock. */
void measure(struct network *network, uint32_t cycles, struct measurement *measurement);

/* Starts an idle network in which each node sends messages of `length` flits by a permutation,
 * `load` flits a cycle and node on the average, with the numbers of `seed`. */
void measure_start(struct network *network, const struct rule *rule,
                   const struct communication *permutation, uint32_t length, double load,
                   uint64_t seed);

/* Lets each node send one message of `length` flits, all made at once. Returns the cycles that pass
 * until all have been delivered, or 0 if they deadlock; then it has filled *deadlock. */
uint32_t measure_burst(struct network *network, const struct rule *rule,
                       const struct communication *permutation, uint32_t length,
                       struct deadlock *deadlock);

#endif
