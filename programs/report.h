/* What a computation reports: its account beside the formulas, and its speed-up. */
#ifndef PROGRAMS_REPORT_H
#define PROGRAMS_REPORT_H

#include <stdbool.h>
#include <stdint.h>

#include "computations/account.h"
#include "computations/cost.h"

/* What the formulas say of a computation. */
struct prediction {
    uint64_t steps;
    uint64_t words;       /* over all links */
    uint64_t word_bytes;  /* bytes of a word */
    double communication; /* time of all rounds by the cost model: the sum of their
                             cube_catalogue_estimate; negative: not predicted */
    double share; /* of the work of one node alone that the busiest node has; 0: 1 / nodes */
};

/* A prediction by the formulas of a computation whose words have so many bytes. */
struct prediction report_prediction(struct cost cost, uint64_t word_bytes);

/* Node 0 prints the steps and link words that were counted beside the predicted ones, and the time
 * of communication and of computing, and the first over the second, which is the communication
 * penalty (Bertsekas and Tsitsiklis, after Ozveren, section 3.3). If `alone`, the time that one
 * node took for the same work by the best sequential program, is not 0, it prints that and the
 * speed-up, beside the one by the cost model: alone / (alone share + communication). Every node
 * calls it with the same totals. Returns whether the counts are the predicted ones; if not, node 0
 * says so.
 */
bool report_print(const struct account_totals *totals, const struct prediction *prediction,
                  uint64_t alone);

#endif
