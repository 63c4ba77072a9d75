/* The built-in operators and types, and how any operator is applied. */
#include "collectives/operator.h"

#include <stdint.h>
#include <string.h>

/* The kinds of built-in types; a user's type has kind 0. */
enum kind { KIND_USER, INT32, UINT32, INT64, UINT64, FLOAT, DOUBLE, BYTE };

const struct cube_type cube_int32 = {sizeof(int32_t), INT32};
const struct cube_type cube_uint32 = {sizeof(uint32_t), UINT32};
const struct cube_type cube_int64 = {sizeof(int64_t), INT64};
const struct cube_type cube_uint64 = {sizeof(uint64_t), UINT64};
const struct cube_type cube_float = {sizeof(float), FLOAT};
const struct cube_type cube_double = {sizeof(double), DOUBLE};
const struct cube_type cube_byte = {sizeof(uint8_t), BYTE};

/* One loop over elements of C type `type`: b = a op b. */
#define EACH(type, expression)                                                                     \
    do {                                                                                           \
        const type *left = left_in;                                                                \
        type *right = right_inout;                                                                 \
        for (size_t i = 0; i < count; i++) {                                                       \
            type a = left[i], b = right[i];                                                        \
            right[i] = (type)(expression);                                                         \
        }                                                                                          \
    } while (0)

/* Signed integers wrap round as unsigned ones do: sums and products of both have the same bits. */
#define ON_INTEGERS(expression)                                                                    \
    case INT32:                                                                                    \
    case UINT32:                                                                                   \
        EACH(uint32_t, expression);                                                                \
        break;                                                                                     \
    case INT64:                                                                                    \
    case UINT64:                                                                                   \
        EACH(uint64_t, expression);                                                                \
        break;                                                                                     \
    case BYTE:                                                                                     \
        EACH(uint8_t, expression);                                                                 \
        break;

#define ON_FLOATS(expression)                                                                      \
    case FLOAT:                                                                                    \
        EACH(float, expression);                                                                   \
        break;                                                                                     \
    case DOUBLE:                                                                                   \
        EACH(double, expression);                                                                  \
        break;

/* Where the sign matters. */
#define ON_NUMBERS(expression)                                                                     \
    case INT32:                                                                                    \
        EACH(int32_t, expression);                                                                 \
        break;                                                                                     \
    case UINT32:                                                                                   \
        EACH(uint32_t, expression);                                                                \
        break;                                                                                     \
    case INT64:                                                                                    \
        EACH(int64_t, expression);                                                                 \
        break;                                                                                     \
    case UINT64:                                                                                   \
        EACH(uint64_t, expression);                                                                \
        break;                                                                                     \
    case BYTE:                                                                                     \
        EACH(uint8_t, expression);                                                                 \
        break;                                                                                     \
        ON_FLOATS(expression)

#define OPERATOR(name, cases)                                                                      \
    static void name(const void *left_in, void *right_inout, size_t count,                         \
                     const struct cube_type *type) {                                               \
        switch (type->kind) { cases }                                                              \
    }

OPERATOR(sum, ON_INTEGERS(a + b) ON_FLOATS(a + b))
OPERATOR(product, ON_INTEGERS(a *b) ON_FLOATS(a *b))
OPERATOR(least, ON_NUMBERS(b < a ? b : a))
OPERATOR(greatest, ON_NUMBERS(b > a ? b : a))
OPERATOR(bitwise_and, ON_INTEGERS(a &b))
OPERATOR(bitwise_or, ON_INTEGERS(a | b))
OPERATOR(bitwise_xor, ON_INTEGERS(a ^ b))

#define KINDS_INTEGER (1u << INT32 | 1u << UINT32 | 1u << INT64 | 1u << UINT64 | 1u << BYTE)
#define KINDS_NUMBER  (KINDS_INTEGER | 1u << FLOAT | 1u << DOUBLE)

const struct cube_op cube_sum = {sum, 1, KINDS_NUMBER};
const struct cube_op cube_product = {product, 1, KINDS_NUMBER};
const struct cube_op cube_min = {least, 1, KINDS_NUMBER};
const struct cube_op cube_max = {greatest, 1, KINDS_NUMBER};
const struct cube_op cube_and = {bitwise_and, 1, KINDS_INTEGER};
const struct cube_op cube_or = {bitwise_or, 1, KINDS_INTEGER};
const struct cube_op cube_xor = {bitwise_xor, 1, KINDS_INTEGER};

bool operator_works(const struct cube_op *op, const struct cube_type *type) {
    if (op == NULL || type == NULL || op->function == NULL || type->bytes == 0)
        return false;
    return op->kinds == 0 || (type->kind <= BYTE && ((op->kinds >> type->kind) & 1));
}

/* target = target op arrived. The operator overwrites its right operand, so that goes through
 * `spare`. */
static void append(const struct combiner *combiner, uint8_t *target, const uint8_t *arrived,
                   size_t bytes) {
    const struct cube_type *type = combiner->type;
    for (size_t done = 0; done < bytes;) {
        size_t part = bytes - done;
        if (part > combiner->spare_bytes)
            part = combiner->spare_bytes;
        memcpy(combiner->spare, arrived + done, part);
        combiner->op->function(target + done, combiner->spare, part / type->bytes, type);
        memcpy(target + done, combiner->spare, part);
        done += part;
    }
}

void combine(const struct combiner *combiner, void *target, const void *with, const void *arrived,
             size_t bytes, bool left) {
    const struct cube_type *type = combiner->type;
    if (left || combiner->op->commutative) {
        if (target != with)
            memcpy(target, with, bytes);
        combiner->op->function(arrived, target, bytes / type->bytes, type);
    } else if (target != with) {
        memcpy(target, arrived, bytes);
        combiner->op->function(with, target, bytes / type->bytes, type);
    } else {
        append(combiner, target, arrived, bytes);
    }
}
