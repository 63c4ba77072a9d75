#include "mpi/datatype/basic.h"

#include <complex.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <wchar.h>

/* A handle comes as its number, too, so that the table is a constant. */
#define BASIC(handle, code, kind, type, external)                                                  \
    { code, BASIC_##kind, sizeof(type), _Alignof(type), external, 0, 0, 0, #handle }

/* A pair is as its structure in C is: the index lies behind the value where its alignment puts
 * it. */
#define PAIR(handle, code, type, type_code, index, index_code, external)                           \
    {                                                                                              \
        code, BASIC_PAIR, sizeof(type) + sizeof(index), _Alignof(struct {                          \
            type value;                                                                            \
            index place;                                                                           \
        }),                                                                                        \
            external,                                                                              \
            offsetof(                                                                              \
                struct {                                                                           \
                    type value;                                                                    \
                    index place;                                                                   \
                },                                                                                 \
                place),                                                                            \
            type_code, index_code, #handle                                                         \
    }

/* By handle. Fortran's types are as C's of the same size. */
const struct basic basic_types[] = {
    BASIC(MPI_AINT, 0x201, SIGNED, MPI_Aint, 8),
    BASIC(MPI_COUNT, 0x202, SIGNED, MPI_Count, 8),
    BASIC(MPI_OFFSET, 0x203, SIGNED, MPI_Offset, 8),
    {0x204, BASIC_BOUND, 0, 1, 0, 0, 0, 0, "MPI_LB"},
    {0x205, BASIC_BOUND, 0, 1, 0, 0, 0, 0, "MPI_UB"},
    BASIC(MPI_PACKED, 0x207, CHARACTER, char, 1),
    BASIC(MPI_SHORT, 0x208, SIGNED, short, 2),
    BASIC(MPI_INT, 0x209, SIGNED, int, 4),
    BASIC(MPI_LONG, 0x20a, SIGNED, long, 4),
    BASIC(MPI_LONG_LONG, 0x20b, SIGNED, long long, 8),
    BASIC(MPI_UNSIGNED_SHORT, 0x20c, UNSIGNED, unsigned short, 2),
    BASIC(MPI_UNSIGNED, 0x20d, UNSIGNED, unsigned, 4),
    BASIC(MPI_UNSIGNED_LONG, 0x20e, UNSIGNED, unsigned long, 4),
    BASIC(MPI_UNSIGNED_LONG_LONG, 0x20f, UNSIGNED, unsigned long long, 8),
    BASIC(MPI_FLOAT, 0x210, REAL, float, 4),
    BASIC(MPI_C_FLOAT_COMPLEX, 0x212, COMPLEX, float complex, 8),
    BASIC(MPI_CXX_FLOAT_COMPLEX, 0x213, COMPLEX, float complex, 8),
    BASIC(MPI_DOUBLE, 0x214, REAL, double, 8),
    BASIC(MPI_C_DOUBLE_COMPLEX, 0x216, COMPLEX, double complex, 16),
    BASIC(MPI_CXX_DOUBLE_COMPLEX, 0x217, COMPLEX, double complex, 16),
    BASIC(MPI_LOGICAL, 0x218, LOGICAL, int, 4),
    BASIC(MPI_INTEGER, 0x219, SIGNED, int, 4),
    BASIC(MPI_REAL, 0x21a, REAL, float, 4),
    BASIC(MPI_COMPLEX, 0x21b, COMPLEX, float complex, 8),
    BASIC(MPI_DOUBLE_PRECISION, 0x21c, REAL, double, 8),
    BASIC(MPI_DOUBLE_COMPLEX, 0x21d, COMPLEX, double complex, 16),
    BASIC(MPI_LONG_DOUBLE, 0x220, REAL, long double, 16),
    BASIC(MPI_C_LONG_DOUBLE_COMPLEX, 0x224, COMPLEX, long double complex, 32),
    BASIC(MPI_CXX_LONG_DOUBLE_COMPLEX, 0x225, COMPLEX, long double complex, 32),
    PAIR(MPI_FLOAT_INT, 0x228, float, 0x210, int, 0x209, 8),
    PAIR(MPI_DOUBLE_INT, 0x229, double, 0x214, int, 0x209, 12),
    PAIR(MPI_LONG_INT, 0x22a, long, 0x20a, int, 0x209, 8),
    PAIR(MPI_2INT, 0x22b, int, 0x209, int, 0x209, 8),
    PAIR(MPI_SHORT_INT, 0x22c, short, 0x208, int, 0x209, 6),
    PAIR(MPI_LONG_DOUBLE_INT, 0x22d, long double, 0x220, int, 0x209, 20),
    PAIR(MPI_2REAL, 0x230, float, 0x21a, float, 0x21a, 8),
    PAIR(MPI_2DOUBLE_PRECISION, 0x231, double, 0x21c, double, 0x21c, 16),
    PAIR(MPI_2INTEGER, 0x232, int, 0x219, int, 0x219, 8),
    BASIC(MPI_C_BOOL, 0x238, LOGICAL, bool, 1),
    BASIC(MPI_CXX_BOOL, 0x239, LOGICAL, bool, 1),
    BASIC(MPI_WCHAR, 0x23c, CHARACTER, wchar_t, 2),
    BASIC(MPI_INT8_T, 0x240, SIGNED, int8_t, 1),
    BASIC(MPI_UINT8_T, 0x241, UNSIGNED, uint8_t, 1),
    BASIC(MPI_CHAR, 0x243, CHARACTER, char, 1),
    BASIC(MPI_SIGNED_CHAR, 0x244, SIGNED, signed char, 1),
    BASIC(MPI_UNSIGNED_CHAR, 0x245, UNSIGNED, unsigned char, 1),
    BASIC(MPI_BYTE, 0x247, BYTE, char, 1),
    BASIC(MPI_INT16_T, 0x248, SIGNED, int16_t, 2),
    BASIC(MPI_UINT16_T, 0x249, UNSIGNED, uint16_t, 2),
    BASIC(MPI_INT32_T, 0x250, SIGNED, int32_t, 4),
    BASIC(MPI_UINT32_T, 0x251, UNSIGNED, uint32_t, 4),
    BASIC(MPI_INT64_T, 0x258, SIGNED, int64_t, 8),
    BASIC(MPI_UINT64_T, 0x259, UNSIGNED, uint64_t, 8),
    BASIC(MPI_LOGICAL1, 0x2c0, LOGICAL, int8_t, 1),
    BASIC(MPI_INTEGER1, 0x2c1, SIGNED, int8_t, 1),
    BASIC(MPI_CHARACTER, 0x2c3, CHARACTER, char, 1),
    BASIC(MPI_LOGICAL2, 0x2c8, LOGICAL, int16_t, 2),
    BASIC(MPI_INTEGER2, 0x2c9, SIGNED, int16_t, 2),
    BASIC(MPI_LOGICAL4, 0x2d0, LOGICAL, int32_t, 4),
    BASIC(MPI_INTEGER4, 0x2d1, SIGNED, int32_t, 4),
    BASIC(MPI_REAL4, 0x2d2, REAL, float, 4),
    BASIC(MPI_LOGICAL8, 0x2d8, LOGICAL, int64_t, 8),
    BASIC(MPI_INTEGER8, 0x2d9, SIGNED, int64_t, 8),
    BASIC(MPI_REAL8, 0x2da, REAL, double, 8),
    BASIC(MPI_COMPLEX8, 0x2db, COMPLEX, float complex, 8),
    BASIC(MPI_REAL16, 0x2e2, REAL, long double, 16),
    BASIC(MPI_COMPLEX16, 0x2e3, COMPLEX, double complex, 16),
    BASIC(MPI_COMPLEX32, 0x2eb, COMPLEX, long double complex, 32),
};

const int basic_count = sizeof basic_types / sizeof *basic_types;

int basic_number(MPI_Datatype handle) {
    uintptr_t code = (uintptr_t)handle;
    int low = 0, high = basic_count;
    while (low < high) {
        int middle = (low + high) / 2;
        if (basic_types[middle].code < code)
            low = middle + 1;
        else
            high = middle;
    }
    return low < basic_count && basic_types[low].code == code ? low : -1;
}
