/* Operators of reductions: element by element on runs of bytes. */
#ifndef COLLECTIVES_OPERATOR_H
#define COLLECTIVES_OPERATOR_H

#include <stdbool.h>
#include <stddef.h>

#include "cube.h"

/* An operator, the type of its elements, and room for it to work in. */
struct combiner {
    const struct cube_op *op;
    const struct cube_type *type;
    void *spare;        /* room for one element, or for several */
    size_t spare_bytes; /* a multiple of the elements' size */
};

/* Whether `op` can work on elements of `type`: built-in operators know the built-in types alone,
 * and bitwise ones no floating-point type. Null pointers and elements of no bytes: false. */
bool operator_works(const struct cube_op *op, const struct cube_type *type);

/* target = arrived op with, if `left`, else with op arrived; each `bytes` bytes, whole elements.
 * `target` is `with` or overlaps it nowhere; `arrived` overlaps neither and is not changed. */
void combine(const struct combiner *combiner, void *target, const void *with, const void *arrived,
             size_t bytes, bool left);

#endif
