/* Rows that are stored cyclically: row r at node r mod N. */
#ifndef COMPUTATIONS_MATRIX_CYCLIC_H
#define COMPUTATIONS_MATRIX_CYCLIC_H

#include <stddef.h>

#include "cube.h"

/* Returns how many of the rows 0 ... row - 1 a node has. This is also the local number of its first
 * row from `row` on. */
static inline size_t cyclic_before(size_t row, int node) {
    size_t nodes = (size_t)cube_nodes(), own = (size_t)node;
    return (row + nodes - 1 - own) / nodes;
}

static inline int cyclic_owner(size_t row) {
    return (int)(row % (size_t)cube_nodes());
}

#endif
