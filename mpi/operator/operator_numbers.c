/* The predefined operators on numbers and pairs (MPI 5.0, section 6.9.2). Where cube.h has the
 * operator and the type, its fast loops are used. All other integers share one loop, which is
 * small. */
#include <complex.h>
#include <limits.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "mpi/datatype/basic.h"
#include "mpi/operator/operator.h"
#include "mpi/operator/operator_cube.h"

/* The user's array may be of another type that has the same size: long and long long, for
 * example. */
#define ALIAS(type) typedef type __attribute__((__may_alias__))
ALIAS(uint8_t) u1;
ALIAS(uint16_t) u2;
ALIAS(uint32_t) u4;
ALIAS(uint64_t) u8;
ALIAS(long double) r16;
ALIAS(float complex) c8;
ALIAS(double complex) c16;
ALIAS(long double complex) c32;

/* ---- Integers ---- */

static uint64_t load(const void *array, MPI_Count i, size_t size, bool is_signed) {
    uint64_t value;
    switch (size) {
    case sizeof(u1):
        value = ((const u1 *)array)[i];
        break;
    case sizeof(u2):
        value = ((const u2 *)array)[i];
        break;
    case sizeof(u4):
        value = ((const u4 *)array)[i];
        break;
    default:
        return ((const u8 *)array)[i];
    }
    uint64_t sign = (uint64_t)is_signed << (8 * size - 1);
    return (value ^ sign) - sign;
}

static void store(void *array, MPI_Count i, size_t size, uint64_t value) {
    switch (size) {
    case sizeof(u1):
        ((u1 *)array)[i] = (u1)value;
        break;
    case sizeof(u2):
        ((u2 *)array)[i] = (u2)value;
        break;
    case sizeof(u4):
        ((u4 *)array)[i] = (u4)value;
        break;
    default:
        ((u8 *)array)[i] = value;
    }
}

/* Signed integers are added and multiplied as unsigned ones, because C defines an overflow only for
 * these. */
static uint64_t combined(uintptr_t op, bool is_signed, uint64_t a, uint64_t b) {
    bool is_less = is_signed ? (int64_t)a < (int64_t)b : a < b;
    switch (op) {
    case (uintptr_t)MPI_SUM:
        return a + b;
    case (uintptr_t)MPI_PROD:
        return a * b;
    case (uintptr_t)MPI_MIN:
        return is_less ? a : b;
    case (uintptr_t)MPI_MAX:
        return is_less ? b : a;
    case (uintptr_t)MPI_BAND:
        return a & b;
    case (uintptr_t)MPI_BOR:
        return a | b;
    case (uintptr_t)MPI_BXOR:
        return a ^ b;
    case (uintptr_t)MPI_LAND:
        return a != 0 && b != 0;
    case (uintptr_t)MPI_LOR:
        return (a | b) != 0;
    default:
        return (a != 0) != (b != 0);
    }
}

static void on_integers(uintptr_t op, size_t size, bool is_signed, const void *in, void *inout,
                        MPI_Count count) {
    for (MPI_Count i = 0; i < count; i++)
        store(
            inout, i, size,
            combined(op, is_signed, load(in, i, size, is_signed), load(inout, i, size, is_signed)));
}

/* ---- Other numbers ---- */

static void on_long_doubles(uintptr_t op, const r16 *from, r16 *to, MPI_Count count) {
    for (MPI_Count i = 0; i < count; i++) {
        r16 a = from[i], b = to[i];
        if (op == (uintptr_t)MPI_SUM)
            to[i] = a + b;
        else if (op == (uintptr_t)MPI_PROD)
            to[i] = a * b;
        else if (op == (uintptr_t)MPI_MIN ? a < b : a > b)
            to[i] = a;
    }
}

#define MULTIPLY(type)                                                                             \
    for (MPI_Count i = 0; i < count; i++)                                                          \
    ((type *)inout)[i] *= ((const type *)in)[i]

static void multiply(size_t size, const void *in, void *inout, MPI_Count count) {
    if (size == sizeof(c8))
        MULTIPLY(c8);
    else if (size == sizeof(c16))
        MULTIPLY(c16);
    else
        MULTIPLY(c32);
}

/* In the standard, MPI_CHAR is for text alone. But many programs use it for numbers, and other
 * libraries allow this. */
int operator_kind(const struct basic *basic) {
    if (basic->code == (uintptr_t)MPI_CHAR)
        return CHAR_MIN < 0 ? BASIC_SIGNED : BASIC_UNSIGNED;
    return basic->kind;
}

void operator_on_numbers(MPI_Op op, const struct basic *basic, const void *in, void *inout,
                         MPI_Count count) {
    int kind = operator_kind(basic);
    size_t size = basic->size;
    if (kind == BASIC_COMPLEX && op == MPI_PROD) {
        multiply(size, in, inout, count);
        return;
    }
    if (kind == BASIC_COMPLEX) { /* they are added part by part, and the parts are real */
        kind = BASIC_REAL;
        size /= 2;
        count *= 2;
    }
    const struct cube_type *type = operator_cube_type_of(kind, size);
    const struct cube_op *function = operator_cube_op(op);
    if (type && function)
        function->function(in, inout, (size_t)count, type);
    else if (kind == BASIC_REAL)
        on_long_doubles((uintptr_t)op, in, inout, count);
    else
        on_integers((uintptr_t)op, size, kind == BASIC_SIGNED, in, inout, count);
}

/* ---- MPI_MINLOC and MPI_MAXLOC (MPI 5.0, section 6.9.4) ----
 *
 * Of two pairs of a value and an index, these
 * choose the one with the least or the greatest value and, if the values are equal, the one with
 * the least index. One loop serves all types of pairs. */

#define ORDER(type)                                                                                \
    do {                                                                                           \
        type a, b;                                                                                 \
        memcpy(&a, one, sizeof a);                                                                 \
        memcpy(&b, other, sizeof b);                                                               \
        return (a > b) - (a < b);                                                                  \
    } while (0)

/* Returns a number that is less than 0, 0, or more than 0 if `one` is less than `other`, equal to
 * it, or greater. */
static int order(const struct basic *basic, const void *one, const void *other) {
    bool is_real = basic->kind == BASIC_REAL;
    switch (basic->size) {
    case sizeof(short):
        ORDER(short);
    case sizeof(int):
        if (is_real)
            ORDER(float);
        ORDER(int);
    case sizeof(long):
        if (is_real)
            ORDER(double);
        ORDER(long);
    default:
        ORDER(long double);
    }
}

static const struct basic *basic_of(unsigned short code) {
    return &basic_types[basic_number((MPI_Datatype)(uintptr_t)code)];
}

void operator_on_pairs(MPI_Op op, const struct basic *pair, const void *in, void *inout,
                       MPI_Count count) {
    const struct basic *value = basic_of(pair->value), *index = basic_of(pair->index);
    int place = pair->index_offset, wanted = op == MPI_MINLOC ? -1 : 1;
    int extent = (place + index->size + pair->alignment - 1) & -pair->alignment;
    const char *from = in;
    char *to = inout;
    for (; count > 0; count--, from += extent, to += extent) {
        int found = order(value, from, to);
        if (found == wanted || (found == 0 && order(index, from + place, to + place) < 0)) {
            memcpy(to, from, value->size);
            memcpy(to + place, from + place, index->size);
        }
    }
}
