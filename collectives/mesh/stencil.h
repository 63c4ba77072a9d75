/* What the nodes of a mesh send their neighbours in an iteration over a grid of points. */
#ifndef COLLECTIVES_MESH_STENCIL_H
#define COLLECTIVES_MESH_STENCIL_H

#include "collectives/schedule/algorithm.h"

extern const struct algorithm mesh_five_point; /* "mesh-five-point" */
extern const struct algorithm mesh_nine_point; /* "mesh-nine-point" */

#endif
