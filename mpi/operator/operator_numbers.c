/* The predefined operators on numbers (MPI 5.0, section 6.9.2): loops for each operator and each
 * size of a number. Sums and products of signed integers are those of unsigned ones, for which C
 * defines an overflow. */
#include <complex.h>
#include <limits.h>
#include <stddef.h>
#include <stdint.h>

#include "mpi/datatype/basic.h"
#include "mpi/operator/operator.h"

/* The user's array may be of another type that has the same size: long and long long, for
 * example. */
#define ALIAS(type) typedef type __attribute__((__may_alias__))
ALIAS(int8_t) s1;
ALIAS(int16_t) s2;
ALIAS(int32_t) s4;
ALIAS(int64_t) s8;
ALIAS(uint8_t) u1;
ALIAS(uint16_t) u2;
ALIAS(uint32_t) u4;
ALIAS(uint64_t) u8;
ALIAS(float) r4;
ALIAS(double) r8;
ALIAS(long double) r16;
ALIAS(float complex) c8;
ALIAS(double complex) c16;
ALIAS(long double complex) c32;

/* Defines name_type, whose expression is of a, which comes first, and b. */
#define LOOP(name, type, expression)                                                               \
    static void name##_##type(const void *in, void *inout, MPI_Count count) {                      \
        const type *from = in;                                                                     \
        type *to = inout;                                                                          \
        for (MPI_Count i = 0; i < count; i++) {                                                    \
            type a = from[i], b = to[i];                                                           \
            to[i] = (type)(expression);                                                            \
        }                                                                                          \
    }

#define UNSIGNED_LOOPS(name, expression)                                                           \
    LOOP(name, u1, expression)                                                                     \
    LOOP(name, u2, expression)                                                                     \
    LOOP(name, u4, expression)                                                                     \
    LOOP(name, u8, expression)
#define SIGNED_LOOPS(name, expression)                                                             \
    LOOP(name, s1, expression)                                                                     \
    LOOP(name, s2, expression)                                                                     \
    LOOP(name, s4, expression)                                                                     \
    LOOP(name, s8, expression)
#define REAL_LOOPS(name, expression)                                                               \
    LOOP(name, r4, expression)                                                                     \
    LOOP(name, r8, expression)                                                                     \
    LOOP(name, r16, expression)
#define COMPLEX_LOOPS(name, expression)                                                            \
    LOOP(name, c8, expression)                                                                     \
    LOOP(name, c16, expression)                                                                    \
    LOOP(name, c32, expression)

/* 1U: two numbers of 16 bits would be multiplied as signed integers, which may overflow. */
UNSIGNED_LOOPS(sum, 1U * a + b)
REAL_LOOPS(sum, a + b)
COMPLEX_LOOPS(sum, a + b)
UNSIGNED_LOOPS(product, 1U * a * b)
REAL_LOOPS(product, a *b)
COMPLEX_LOOPS(product, a *b)
UNSIGNED_LOOPS(least, a < b ? a : b)
SIGNED_LOOPS(least, a < b ? a : b)
REAL_LOOPS(least, a < b ? a : b)
UNSIGNED_LOOPS(most, a > b ? a : b)
SIGNED_LOOPS(most, a > b ? a : b)
REAL_LOOPS(most, a > b ? a : b)
UNSIGNED_LOOPS(bits_and, a &b)
UNSIGNED_LOOPS(bits_or, a | b)
UNSIGNED_LOOPS(bits_xor, a ^ b)
UNSIGNED_LOOPS(both, a &&b)
UNSIGNED_LOOPS(either, a || b)
UNSIGNED_LOOPS(one_of, !a != !b)

/* The loop for a size in bytes. */
#define OF_INTEGER(name, sign)                                                                     \
    (size == 1   ? name##_##sign##1                                                                \
     : size == 2 ? name##_##sign##2                                                                \
     : size == 4 ? name##_##sign##4                                                                \
                 : name##_##sign##8)
#define OF_REAL(name) (size == sizeof(r4) ? name##_r4 : size == sizeof(r8) ? name##_r8 : name##_r16)
#define OF_COMPLEX(name)                                                                           \
    (size == sizeof(c8) ? name##_c8 : size == sizeof(c16) ? name##_c16 : name##_c32)

static operator_function *on_integers(uintptr_t op, size_t size, bool is_signed) {
    switch (op) {
    case (uintptr_t)MPI_SUM:
        return OF_INTEGER(sum, u);
    case (uintptr_t)MPI_PROD:
        return OF_INTEGER(product, u);
    case (uintptr_t)MPI_MIN:
        return is_signed ? OF_INTEGER(least, s) : OF_INTEGER(least, u);
    case (uintptr_t)MPI_MAX:
        return is_signed ? OF_INTEGER(most, s) : OF_INTEGER(most, u);
    default:
        return NULL;
    }
}

static operator_function *on_bits(uintptr_t op, size_t size) {
    switch (op) {
    case (uintptr_t)MPI_BAND:
        return OF_INTEGER(bits_and, u);
    case (uintptr_t)MPI_BOR:
        return OF_INTEGER(bits_or, u);
    case (uintptr_t)MPI_BXOR:
        return OF_INTEGER(bits_xor, u);
    default:
        return NULL;
    }
}

static operator_function *on_truths(uintptr_t op, size_t size) {
    switch (op) {
    case (uintptr_t)MPI_LAND:
        return OF_INTEGER(both, u);
    case (uintptr_t)MPI_LOR:
        return OF_INTEGER(either, u);
    case (uintptr_t)MPI_LXOR:
        return OF_INTEGER(one_of, u);
    default:
        return NULL;
    }
}

static operator_function *on_reals(uintptr_t op, size_t size) {
    switch (op) {
    case (uintptr_t)MPI_SUM:
        return OF_REAL(sum);
    case (uintptr_t)MPI_PROD:
        return OF_REAL(product);
    case (uintptr_t)MPI_MIN:
        return OF_REAL(least);
    case (uintptr_t)MPI_MAX:
        return OF_REAL(most);
    default:
        return NULL;
    }
}

operator_function *operator_on_numbers(MPI_Op handle, int basic) {
    uintptr_t op = (uintptr_t)handle;
    size_t size = basic_types[basic].size;
    operator_function *found = NULL;
    int kind = basic_types[basic].kind;
    /* The standard has MPI_CHAR for text alone. Programs that count in it are many, and other
     * libraries let them. */
    if (basic_types[basic].code == (uintptr_t)MPI_CHAR)
        kind = CHAR_MIN < 0 ? BASIC_SIGNED : BASIC_UNSIGNED;
    switch (kind) {
    case BASIC_SIGNED:
    case BASIC_UNSIGNED:
        found = on_integers(op, size, kind == BASIC_SIGNED);
        if (found == NULL)
            found = on_bits(op, size);
        return found != NULL ? found : on_truths(op, size);
    case BASIC_LOGICAL:
        return on_truths(op, size);
    case BASIC_BYTE:
        return on_bits(op, size);
    case BASIC_REAL:
        return on_reals(op, size);
    case BASIC_COMPLEX:
        if (handle == MPI_SUM)
            return OF_COMPLEX(sum);
        return handle == MPI_PROD ? OF_COMPLEX(product) : NULL;
    default:
        return NULL;
    }
}
