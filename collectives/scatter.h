/* Scatter: the root's block for each node comes to it. */
#ifndef COLLECTIVES_SCATTER_H
#define COLLECTIVES_SCATTER_H

#include "collectives/schedule.h"

extern const struct operation scatter_operation;

extern const struct schedule scatter_binomial; /* "scatter-binomial" */
extern const struct schedule scatter_all_port; /* "scatter-all-port" */

#endif
