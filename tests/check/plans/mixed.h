/* An algorithm that sends from an accumulator of which some blocks are written and others still are
 * the input.
 *
 * No algorithm of the catalogue does so. This all-reduce of four blocks between two nodes combines
 * block 0 in step 1. In step 2 each node sends all four blocks of its result. In the end what came
 * of the other three is combined, by way of another accumulator.
 */
#ifndef CHECK_PLANS_MIXED_H
#define CHECK_PLANS_MIXED_H

#include "collectives/schedule/algorithm.h"

struct algorithm mixed_algorithm(void);

#endif
