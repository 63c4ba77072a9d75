/* Transfer: the k packets of node shape->root come to node shape->target. */
#ifndef COLLECTIVES_CUBE_TRANSFER_H
#define COLLECTIVES_CUBE_TRANSFER_H

#include "collectives/schedule/algorithm.h"

extern const struct operation transfer_operation;

extern const struct algorithm transfer_path;  /* "transfer-path" */
extern const struct algorithm transfer_paths; /* "transfer-paths" */

#endif
