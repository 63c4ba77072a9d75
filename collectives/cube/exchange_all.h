/* The pattern of many algorithms: nodes exchange blocks with their neighbours on one dimension
 * after the other, and after each exchange comes an operation of the caller's. */
#ifndef COLLECTIVES_CUBE_EXCHANGE_ALL_H
#define COLLECTIVES_CUBE_EXCHANGE_ALL_H

#include "collectives/schedule/algorithm.h"

extern const struct algorithm exchange_all_step; /* "exchange-all-step" */

#endif
