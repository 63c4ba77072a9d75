/* Transfer: the k packets of one node, the root of the shape, come to another one, its target. */
#ifndef COLLECTIVES_CUBE_TRANSFER_H
#define COLLECTIVES_CUBE_TRANSFER_H

#include "collectives/schedule/schedule.h"

extern const struct operation transfer_operation;

extern const struct algorithm transfer_path;  /* "transfer-path" */
extern const struct algorithm transfer_paths; /* "transfer-paths" */

#endif
