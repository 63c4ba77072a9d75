/* Operators of reductions: element by element on runs of bytes. */
#ifndef COLLECTIVES_RUN_OPERATOR_H
#define COLLECTIVES_RUN_OPERATOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "cube.h"

/* An operator of cube.h for elements of one type: result[i] = left[i] op right[i] for all elements.
 * Each array has `bytes` bytes, which are whole elements. `result` may be `right`; otherwise the
 * arrays do not overlap. */
typedef void operator_function(const void *left, const void *right, void *result, size_t bytes);

/* An operator, the type of its elements, and room for it to work in. */
struct combiner {
    operator_function *function; /* null: an operator of the program's own */
    const struct cube_op *op;
    const struct cube_type *type;
    void *spare;        /* room for one element, or for several */
    size_t spare_bytes; /* a multiple of the elements' size */
};

/* Whether `op` can work on elements of `type`: built-in operators know the built-in types alone, in
 * their own sizes, and bitwise ones no floating-point type. Returns false for null pointers and for
 * elements of no bytes. */
bool operator_works(const struct cube_op *op, const struct cube_type *type);

/* Returns the function of `op`, an operator of cube.h, for this type, which it supports. Returns
 * null for the program's own operator. */
operator_function *operator_for(const struct cube_op *op, const struct cube_type *type);

/* Whether it is one of cube.h's own, which are constant; null counts as one. */
bool operator_is_constant(const struct cube_op *op);
bool type_is_constant(const struct cube_type *type);

/* Sets target = arrived op with, if `left`, else target = with op arrived. Each has `bytes` bytes,
 * which are whole elements. `target` is `with`, or does not overlap it; `arrived` overlaps neither
 * and is not changed. */
void combine(const struct combiner *combiner, void *target, const void *with, const void *arrived,
             size_t bytes, bool left);

/* Returns the room for an element of `element` bytes, rounded up so that the next address is
 * aligned for any type. */
static inline size_t element_room(size_t element) {
    size_t alignment = _Alignof(max_align_t);
    return (element + alignment - 1) & ~(alignment - 1);
}

#endif
