/* Circular shift: what node i has goes to node i + q, q of either sign. Of node numbers, or along
 * the ring that a Gray code embeds. */
#ifndef COLLECTIVES_CUBE_SHIFT_H
#define COLLECTIVES_CUBE_SHIFT_H

#include "collectives/schedule/schedule.h"

extern const struct algorithm shift_ecube;        /* "shift-ecube" */
extern const struct algorithm shift_exchange;     /* "shift-exchange" */
extern const struct algorithm gray_shift_signed;  /* "gray-shift-signed" */
extern const struct algorithm gray_shift_binary;  /* "gray-shift-binary" */
extern const struct algorithm gray_shift_shorter; /* "gray-shift-shorter" */

#endif
