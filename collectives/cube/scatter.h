/* Scatter: the root's block for each node comes to it. */
#ifndef COLLECTIVES_CUBE_SCATTER_H
#define COLLECTIVES_CUBE_SCATTER_H

#include "collectives/schedule/algorithm.h"

extern const struct algorithm scatter_binomial; /* "scatter-binomial" */
extern const struct algorithm scatter_all_port; /* "scatter-all-port" */

#endif
