/* The built-in operators and types, and how any operator is applied. */
#include "collectives/run/operators/operator.h"

#include "compiler.h"

/* The kinds of built-in types; a user's type has kind 0. */
enum kind { KIND_USER, INT32, UINT32, INT64, UINT64, FLOAT, DOUBLE, BYTE };

const struct cube_type cube_int32 = {sizeof(int32_t), INT32};
const struct cube_type cube_uint32 = {sizeof(uint32_t), UINT32};
const struct cube_type cube_int64 = {sizeof(int64_t), INT64};
const struct cube_type cube_uint64 = {sizeof(uint64_t), UINT64};
const struct cube_type cube_float = {sizeof(float), FLOAT};
const struct cube_type cube_double = {sizeof(double), DOUBLE};
const struct cube_type cube_byte = {sizeof(uint8_t), BYTE};

/* A vector register, and such a vector in memory, which needs no more alignment than a byte.
 * VECTORS_AT_ONCE of them are worked on at once, which hides the cost of the loop. */
enum { VECTOR_BYTES = 16, VECTORS_AT_ONCE = 4, BYTES_AT_ONCE = VECTORS_AT_ONCE * VECTOR_BYTES };
typedef uint8_t vector __attribute__((vector_size(VECTOR_BYTES)));
typedef vector stored __attribute__((aligned(1), may_alias));

/* Combines `bytes` bytes of elements that have `size` bytes each: `one` combines an element, and
 * `many` a vector of them. Every caller is an operator function for one type, into which this is
 * compiled. A single element is dealt with first, because most reductions are of one element. */
ALWAYS_INLINE void each_element(const void *left, const void *right, void *result, size_t bytes,
                                size_t size, vector (*many)(vector left, vector right),
                                void (*one)(const void *left, const void *right, void *result)) {
    if (bytes == size) {
        one(left, right, result);
        return;
    }
    const stored *lefts = left, *rights = right;
    stored *targets = result;
    for (; bytes >= BYTES_AT_ONCE; bytes -= BYTES_AT_ONCE) {
        vector first = many(lefts[0], rights[0]), second = many(lefts[1], rights[1]);
        vector third = many(lefts[2], rights[2]), fourth = many(lefts[3], rights[3]);
        targets[0] = first, targets[1] = second, targets[2] = third, targets[3] = fourth;
        lefts += VECTORS_AT_ONCE, rights += VECTORS_AT_ONCE, targets += VECTORS_AT_ONCE;
    }
    if (bytes & 2 * VECTOR_BYTES) {
        vector first = many(lefts[0], rights[0]), second = many(lefts[1], rights[1]);
        targets[0] = first, targets[1] = second;
        lefts += 2, rights += 2, targets += 2;
    }
    if (bytes & VECTOR_BYTES)
        *targets++ = many(*lefts++, *rights++);
    for (size_t i = 0; i < (bytes & (VECTOR_BYTES - 1)) / size; i++)
        one((const char *)lefts + i * size, (const char *)rights + i * size,
            (char *)targets + i * size);
}

/* `one` where the condition holds, else `other`: of numbers, and of vectors element by element. */
#define CHOOSE(condition, one, other) ((condition) ? (one) : (other))
#define CHOOSE_VECTOR(condition, one, other)                                                       \
    ((__typeof__(one))(((condition) & (__typeof__(condition))(one)) |                              \
                       (~(condition) & (__typeof__(condition))(other))))

/* Defines name_type, the operator function for elements of C type `type`. */
#define EACH(name, type, expression)                                                               \
    static inline void name##_one_##type(const void *left, const void *right, void *result) {      \
        type a = *(const type *)left, b = *(const type *)right;                                    \
        *(type *)result = (type)(expression(a, b, CHOOSE));                                        \
    }                                                                                              \
    static inline vector name##_many_##type(vector left, vector right) {                           \
        typedef type elements __attribute__((vector_size(VECTOR_BYTES)));                          \
        elements a = (elements)left, b = (elements)right;                                          \
        return (vector)(expression(a, b, CHOOSE_VECTOR));                                          \
    }                                                                                              \
    static void name##_##type(const void *left, const void *right, void *result, size_t bytes) {   \
        each_element(left, right, result, bytes, sizeof(type), name##_many_##type,                 \
                     name##_one_##type);                                                           \
    }

#define SUM(a, b, choose)      ((a) + (b))
#define PRODUCT(a, b, choose)  ((a) * (b))
#define LEAST(a, b, choose)    choose((b) < (a), b, a)
#define GREATEST(a, b, choose) choose((b) > (a), b, a)
#define AND(a, b, choose)      ((a) & (b))
#define OR(a, b, choose)       ((a) | (b))
#define XOR(a, b, choose)      ((a) ^ (b))

#define EACH_UNSIGNED(name, expression)                                                            \
    EACH(name, uint32_t, expression)                                                               \
    EACH(name, uint64_t, expression)                                                               \
    EACH(name, uint8_t, expression)
#define EACH_SIGNED(name, expression)                                                              \
    EACH(name, int32_t, expression)                                                                \
    EACH(name, int64_t, expression)
#define EACH_FLOAT(name, expression)                                                               \
    EACH(name, float, expression)                                                                  \
    EACH(name, double, expression)

/* The functions' addresses by kind of type. Signed integers wrap round as unsigned ones do, so sums
 * and products of both have the same bits. Operators for which the sign matters use SIGNED. */
#define UNSIGNED(name)                                                                             \
    [INT32] = name##_uint32_t, [UINT32] = name##_uint32_t, [INT64] = name##_uint64_t,              \
    [UINT64] = name##_uint64_t, [BYTE] = name##_uint8_t
#define SIGNED(name)                                                                               \
    [INT32] = name##_int32_t, [UINT32] = name##_uint32_t, [INT64] = name##_int64_t,                \
    [UINT64] = name##_uint64_t, [BYTE] = name##_uint8_t
#define FLOATS(name) [FLOAT] = name##_float, [DOUBLE] = name##_double

/* Defines the function of a struct cube_op, which calls the operator's function for the type. */
#define OPERATOR(name, ...)                                                                        \
    static operator_function *const name##_by_kind[] = {__VA_ARGS__};                              \
    static void name(const void *left_in, void *right_inout, size_t count,                         \
                     const struct cube_type *type) {                                               \
        name##_by_kind[type->kind](left_in, right_inout, right_inout, count * type->bytes);        \
    }

/* The kinds of numbers that the operators take, as sets. */
enum {
    KINDS_INTEGER = 1u << INT32 | 1u << UINT32 | 1u << INT64 | 1u << UINT64 | 1u << BYTE,
    KINDS_NUMBER = KINDS_INTEGER | 1u << FLOAT | 1u << DOUBLE
};

/* clang-format off */
EACH_UNSIGNED(sum, SUM)          EACH_FLOAT(sum, SUM)
EACH_UNSIGNED(product, PRODUCT)  EACH_FLOAT(product, PRODUCT)
EACH_UNSIGNED(least, LEAST)
EACH_SIGNED(least, LEAST)
EACH_FLOAT(least, LEAST)
EACH_UNSIGNED(greatest, GREATEST)
EACH_SIGNED(greatest, GREATEST)
EACH_FLOAT(greatest, GREATEST)
EACH_UNSIGNED(bitwise_and, AND)
EACH_UNSIGNED(bitwise_or, OR)
EACH_UNSIGNED(bitwise_xor, XOR)

OPERATOR(sum, UNSIGNED(sum), FLOATS(sum))
OPERATOR(product, UNSIGNED(product), FLOATS(product))
OPERATOR(least, SIGNED(least), FLOATS(least))
OPERATOR(greatest, SIGNED(greatest), FLOATS(greatest))
OPERATOR(bitwise_and, UNSIGNED(bitwise_and))
OPERATOR(bitwise_or, UNSIGNED(bitwise_or))
OPERATOR(bitwise_xor, UNSIGNED(bitwise_xor))

const struct cube_op cube_sum = {sum, 1, KINDS_NUMBER};
const struct cube_op cube_product = {product, 1, KINDS_NUMBER};
const struct cube_op cube_min = {least, 1, KINDS_NUMBER};
const struct cube_op cube_max = {greatest, 1, KINDS_NUMBER};
const struct cube_op cube_and = {bitwise_and, 1, KINDS_INTEGER};
const struct cube_op cube_or = {bitwise_or, 1, KINDS_INTEGER};
const struct cube_op cube_xor = {bitwise_xor, 1, KINDS_INTEGER};
/* clang-format on */

/* The type of each kind, to compare sizes: with larger elements than these the operator would work
 * outside of their buffer. */
static const struct cube_type *const type_of_kind[] = {
    [INT32] = &cube_int32, [UINT32] = &cube_uint32, [INT64] = &cube_int64, [UINT64] = &cube_uint64,
    [FLOAT] = &cube_float, [DOUBLE] = &cube_double, [BYTE] = &cube_byte,
};

bool operator_works(const struct cube_op *op, const struct cube_type *type) {
    if (!op || !type || !op->function || type->bytes == 0)
        return false;
    return op->kinds == 0 || (type->kind <= BYTE && ((op->kinds >> type->kind) & 1) &&
                              type->bytes == type_of_kind[type->kind]->bytes);
}

/* The operators of cube.h, and their functions by kind of type. */
static const struct {
    const struct cube_op *op;
    operator_function *const *by_kind;
} built_in[] = {
    {&cube_sum, sum_by_kind},         {&cube_product, product_by_kind},
    {&cube_min, least_by_kind},       {&cube_max, greatest_by_kind},
    {&cube_and, bitwise_and_by_kind}, {&cube_or, bitwise_or_by_kind},
    {&cube_xor, bitwise_xor_by_kind},
};
enum { BUILT_IN = sizeof built_in / sizeof built_in[0] };

operator_function *operator_for(const struct cube_op *op, const struct cube_type *type) {
    for (size_t i = 0; i < BUILT_IN; i++)
        if (op == built_in[i].op)
            return built_in[i].by_kind[type->kind];
    return NULL;
}

bool operator_is_constant(const struct cube_op *op) {
    for (size_t i = 0; i < BUILT_IN; i++)
        if (op == built_in[i].op)
            return true;
    return !op;
}

bool type_is_constant(const struct cube_type *type) {
    static const struct cube_type *const own[] = {NULL,         &cube_int32,  &cube_uint32,
                                                  &cube_int64,  &cube_uint64, &cube_float,
                                                  &cube_double, &cube_byte};
    for (size_t i = 0; i < sizeof own / sizeof own[0]; i++)
        if (type == own[i])
            return true;
    return false;
}

/* target = target op arrived. The operator overwrites its right operand, `arrived`, so a copy of it
 * in `spare` is given to the operator. */
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
    if (combiner->function) {
        combiner->function(arrived, with, target, bytes); /* all operators of cube.h commute */
    } else if (left || combiner->op->commutative) {
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
