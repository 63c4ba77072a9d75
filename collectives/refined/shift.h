/* Circular shift by q, which may be negative: the block of node i goes to node i + q. Nodes are
 * counted by their numbers, or along the ring that a Gray code embeds. */
#ifndef COLLECTIVES_CUBE_SHIFT_H
#define COLLECTIVES_CUBE_SHIFT_H

#include "collectives/schedule/algorithm.h"

extern const struct algorithm shift_ecube;        /* "shift-ecube" */
extern const struct algorithm shift_exchange;     /* "shift-exchange" */
extern const struct algorithm gray_shift_signed;  /* "gray-shift-signed" */
extern const struct algorithm gray_shift_binary;  /* "gray-shift-binary" */
extern const struct algorithm gray_shift_shorter; /* "gray-shift-shorter" */

#endif
