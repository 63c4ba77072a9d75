/* The report of a computation: its account beside the formulas, and its speed-up. */
#ifndef PROGRAMS_PARTS_REPORT_H
#define PROGRAMS_PARTS_REPORT_H

#include <stdbool.h>
#include <stdint.h>

#include "programs/computations/account.h"
#include "programs/computations/cost.h"

/* A computation's prediction by the formulas. */
struct prediction {
    uint64_t steps;
    uint64_t words;       /* over all links */
    uint64_t word_bytes;  /* bytes of a word */
    double communication; /* time of all rounds by the cost model, which is the sum of their
                           * cube_catalogue_estimate; negative if it is not predicted */
    double share;         /* the busiest node's part of the work of one node alone; 0: 1 / nodes */
};

/* Returns a prediction by the formulas of a computation, with the given bytes of a word. */
struct prediction report_prediction(struct cost cost, uint64_t word_bytes);

/* Node 0 prints the steps and link words that were counted, beside the predicted ones. It prints
 * the time of communication and that of computing, and the first divided by the second, which is
 * the communication penalty (Bertsekas and Tsitsiklis, after Ozveren, section 3.3). `alone` is the
 * time that one node took for the same work by the best sequential program. If it is not 0, node 0
 * also prints it and the speed-up, beside the speed-up by the cost model: alone / (alone share +
 * communication). Every node calls this with the same totals. Returns whether the counts are the
 * predicted ones; if not, node 0 prints an error. */
bool report_print(const struct account_totals *totals, const struct prediction *prediction,
                  uint64_t alone);

#endif
