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

/* The same for eight bytes; in few instructions where the operator commutes or comes from the left.
 */
static inline void combine_word(const struct combiner *combiner, void *target, const void *with,
                                const void *arrived, bool left) {
    if (!left && !combiner->op->commutative) {
        combine(combiner, target, with, arrived, sizeof(uint64_t), left);
        return;
    }
    if (target != with)
        memcpy(target, with, sizeof(uint64_t));
    size_t count =
        combiner->type->bytes == sizeof(uint64_t) ? 1 : sizeof(uint64_t) / combiner->type->bytes;
    combiner->op->function(arrived, target, count, combiner->type);
}

#endif
