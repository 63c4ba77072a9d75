/* Operators of reductions: element by element on runs of bytes. */
#ifndef COLLECTIVES_RUN_OPERATOR_H
#define COLLECTIVES_RUN_OPERATOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "cube.h"

/* result[i] = left[i] op right[i] for all elements of `bytes` bytes each, whole ones: what an
 * operator of cube.h does to elements of one type. `result` may be `right`; else none overlap. */
typedef void operator_function(const void *left, const void *right, void *result, size_t bytes);

/* An operator, the type of its elements, and room for it to work in. */
struct combiner {
    operator_function *function; /* null: an operator of the program's own */
    const struct cube_op *op;
    const struct cube_type *type;
    void *spare;        /* room for one element, or for several */
    size_t spare_bytes; /* a multiple of the elements' size */
};

/* Whether `op` can work on elements of `type`: built-in operators know the built-in types alone,
 * in their own sizes, and bitwise ones no floating-point type. Null pointers and elements of no
 * bytes: false. */
bool operator_works(const struct cube_op *op, const struct cube_type *type);

/* The function of one of cube.h's operators, which works on the type, for this type alone; null for
 * an operator of the program's own. */
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
