/* Linear-complement communications that have names: those of Hou et al., and others that programs
 * use often. */
#ifndef MAPPING_NAMED_H
#define MAPPING_NAMED_H

#include <stddef.h>

#include "programs/mapping/communication.h"

/* Fills *communication with the one of that name for a cube of `size` dimensions, 1 ..
 * BIT_MATRIX_SIZE. Returns 0, -ENOENT if there is none of that name, or -EINVAL if there is none of
 * this size: it needs as many rows of nodes as columns, and so an even number of dimensions. */
int named_communication(const char *name, uint32_t size, struct communication *communication);

/* Returns the name number `index`, from 0, or null after the last one, and sets *meaning to a few
 * words on the communication. Both strings are constants. */
const char *named_list(size_t index, const char **meaning);

/* Returns the first name that means the same as a communication, or null if none does. The string
 * is a constant. */
const char *named_as(const struct communication *communication);

#endif
