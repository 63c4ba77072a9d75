/* Operators of reductions: element by element on runs of bytes. */
#ifndef COLLECTIVES_RUN_OPERATOR_H
#define COLLECTIVES_RUN_OPERATOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "cube.h"

/* An operator, the type of its elements, and room for it to work in. */
struct combiner {
    const struct cube_op *op;
    const struct cube_type *type;
    void *spare;        /* room for one element, or for several */
    size_t spare_bytes; /* a multiple of the elements' size */
};

/* Whether `op` can work on elements of `type`: built-in operators know the built-in types alone,
 * in their own sizes, and bitwise ones no floating-point type. Null pointers and elements of no
 * bytes: false. */
bool operator_works(const struct cube_op *op, const struct cube_type *type);

/* right[i] = left[i] op right[i] for `count` elements of a type: what an operator does. */
typedef void operator_function(const void *left_in, void *right_inout, size_t count,
                               const struct cube_type *type);

/* The function of an operator that works on the type, for this type alone where there is one. */
operator_function *operator_for(const struct cube_op *op, const struct cube_type *type);

/* Whether it is one of cube.h's own, which nobody can change; null counts as one. */
bool operator_is_constant(const struct cube_op *op);
bool type_is_constant(const struct cube_type *type);

/* target = arrived op with, if `left`, else with op arrived; each `bytes` bytes, whole elements.
 * `target` is `with` or overlaps it nowhere; `arrived` overlaps neither and is not changed. */
void combine(const struct combiner *combiner, void *target, const void *with, const void *arrived,
             size_t bytes, bool left);

/* Room for one element, and the next after it is aligned for any type. */
static inline size_t element_room(size_t element) {
    size_t alignment = _Alignof(max_align_t);
    return (element + alignment - 1) & ~(alignment - 1);
}

#endif
