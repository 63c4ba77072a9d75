/* An algorithm that sends from an accumulator of which some blocks are written and others still are
 * the input.
 *
 * No algorithm of the catalogue does so. This all-reduce of two halves of eight blocks between two
 * nodes combines a block of each half in a step of its own. Then each node sends the first half of
 * its result as one run, in the midst of which is the block that is written, and the other half as
 * two sets of every other block, of which one has the block that is written. These sets are
 * received into an accumulator, too. In the end what came of the other blocks is combined.
 */
#ifndef CHECK_PLANS_MIXED_H
#define CHECK_PLANS_MIXED_H

#include "collectives/schedule/algorithm.h"

struct algorithm mixed_algorithm(void);

#endif
