/* Runs the algorithms of an operation with messages of several sizes. */
#ifndef PROGRAMS_PARTS_SWEEP_H
#define PROGRAMS_PARTS_SWEEP_H

#include "programs/parts/wanted.h"

/* Runs the requested algorithms with messages of wanted->sizes.least bytes, and of each double of
 * that up to wanted->sizes.most. A message is a block of the algorithm that divides it into the
 * fewest blocks. So algorithms that divide it into more blocks have smaller ones. A pipelined
 * algorithm divides it into as many packets as wanted->given says, or otherwise into the number
 * that is best by cube_catalogue_estimate. Node 0 prints a line for each size and algorithm. Every
 * node calls this. Returns whether everything was right, as far as this node can tell. */
bool sweep(const struct wanted *wanted);

#endif
