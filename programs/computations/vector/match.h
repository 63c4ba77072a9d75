/* Pattern matching by shifts (circular shifts, slide "Circular Shift": "string and image pattern
 * matching"). */
#ifndef COMPUTATIONS_VECTOR_MATCH_H
#define COMPUTATIONS_VECTOR_MATCH_H

#include <stddef.h>
#include <stdint.h>

#include "programs/computations/account.h"
#include "programs/computations/cost.h"

/* Compares a circular text of `size` bytes, divided like the vectors of vector_shift, with a
 * pattern of `length` bytes that every node has, at all places of the text at once: the text is
 * shifted back by one byte length - 1 times, and after k shifts every place sees the byte that
 * comes k places later. agreements[i] becomes the number of bytes of the pattern that agree when it
 * begins at element i of this node's block: `length` where it occurs. Both have
 * blocks_size(size) elements. */
void vector_match(struct account *account, const char *text, size_t size, const char *pattern,
                  size_t length, uint32_t *agreements);
struct cost vector_match_cost(size_t size, size_t length);

#endif
