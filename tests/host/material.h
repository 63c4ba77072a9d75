/* The contents of blocks in tests, and of their combinations. For the host and for the machine. */
#ifndef TESTS_MATERIAL_H
#define TESTS_MATERIAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "collectives/schedule/algorithm.h"
#include "cube.h"

/* The material of blocks. */
struct material {
    const struct cube_type *type;
    const struct cube_op *op; /* the operator, for operations that combine */
    /* Fills `bytes` bytes, whole elements, of input block `block` of the node of rank `rank`. */
    void (*fill)(uint8_t *at, uint32_t rank, uint32_t block, size_t bytes);
};

/* Bytes, which are added, and two kinds of elements whose operators do not commute: 2 x 2 matrices,
 * which are multiplied, and texts, which are concatenated. A text tells everything that was
 * combined and in which order. */
extern const struct material material_bytes, material_matrices, material_texts;

/* Whether the `bytes` bytes at `at`, whole elements, have the required content, which is computed
 * here rank after rank, from the left. */
bool material_holds(const struct material *material, const uint8_t *at, struct cube_content content,
                    size_t bytes);

#endif
