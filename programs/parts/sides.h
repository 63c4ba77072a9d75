/* Sides of meshes and lists of dimensions, as people write them: 4x8, or 0,2,3. */
#ifndef PROGRAMS_PARTS_SIDES_H
#define PROGRAMS_PARTS_SIDES_H

#include "cube.h"

/* Reads numbers that have `separator` between them into numbers[0 .. CUBE_DIMENSIONS - 1]. Returns
 * their number; or 0 if the text is no such list, or a number is above 2^CUBE_DIMENSIONS. */
unsigned list_read(const char *text, char separator, unsigned numbers[]);

#endif
