/* Transfer from one node to one other on a ring or mesh. */
#ifndef COLLECTIVES_MESH_TRANSFER_H
#define COLLECTIVES_MESH_TRANSFER_H

#include "collectives/schedule/algorithm.h"

extern const struct algorithm mesh_transfer_path;  /* "mesh-transfer-path" */
extern const struct algorithm mesh_transfer_paths; /* "mesh-transfer-paths" */

#endif
