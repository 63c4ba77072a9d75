/* An algorithm that sends from an accumulator of which some blocks are written and others still are
 * the input.
 *
 * No algorithm of the catalogue does so. This all-reduce of two halves of eight blocks between two
 * nodes combines the first block of each half in a step of its own. Then each node sends the first
 * half of its result as one run, and the other half as two sets of every other block: one of these
 * has the block that is written, and in the other one all are still the input. In the end what came
 * of the other blocks is combined, by way of another accumulator.
 */
#ifndef CHECK_PLANS_MIXED_H
#define CHECK_PLANS_MIXED_H

#include "collectives/schedule/algorithm.h"

struct algorithm mixed_algorithm(void);

#endif
