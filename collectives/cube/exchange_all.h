/* The template of many operations: an exchange on each dimension, and after each an operation of
 * the caller's. */
#ifndef COLLECTIVES_CUBE_EXCHANGE_ALL_H
#define COLLECTIVES_CUBE_EXCHANGE_ALL_H

#include "collectives/schedule/algorithm.h"

extern const struct operation exchange_all_operation;

extern const struct algorithm exchange_all_step; /* "exchange-all-step" */

#endif
