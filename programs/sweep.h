/* Runs the algorithms of an operation with messages of several sizes. */
#ifndef PROGRAMS_SWEEP_H
#define PROGRAMS_SWEEP_H

#include "wanted.h"

/* Runs what is wanted with messages of wanted->sizes.least bytes, and of each double of that up to
 * wanted->sizes.most. A message is a block of the algorithm that has the fewest of them, so where
 * others divide it into more blocks, theirs are smaller. A pipelined algorithm divides it into as
 * many packets as the estimate of cube_catalogue_estimate finds best, unless wanted->given says how
 * many. Node 0 prints a line for each size and algorithm. Every node calls it. Returns whether
 * everything was right, as far as this node can tell. */
bool sweep(const struct wanted *wanted);

#endif
