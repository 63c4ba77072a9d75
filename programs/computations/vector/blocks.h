/* How vectors, and the lines of matrices, are divided among the nodes: in blocks of the same size,
 * ceil(size / nodes). Part 0 has the first block. If the nodes do not divide the size, the last
 * parts have fewer elements or none, and the rest of their blocks is padding: so every collective
 * operation moves blocks of one size, and element i of the whole is at place i. */
#ifndef COMPUTATIONS_VECTOR_BLOCKS_H
#define COMPUTATIONS_VECTOR_BLOCKS_H

#include <stddef.h>

#include "cube.h"

/* The elements of a block when `size` elements are divided into `parts` blocks. */
static inline size_t blocks_divided(size_t size, size_t parts) {
    return (size + parts - 1) / parts;
}

/* The elements of a block when they are divided among all nodes. */
static inline size_t blocks_size(size_t size) {
    return blocks_divided(size, (size_t)cube_nodes());
}

/* The first element of a part of such blocks, and how many of its elements are data. */
static inline size_t blocks_first(size_t size, size_t block, int part) {
    size_t first = (size_t)part * block;
    return first < size ? first : size;
}
static inline size_t blocks_count(size_t size, size_t block, int part) {
    size_t left = size - blocks_first(size, block, part);
    return left < block ? left : block;
}

#endif
