#include "mpi/operator/operator_cube.h"

#include "mpi/datatype/basic.h"

enum { INT32 = 1, UINT32, INT64, UINT64, REAL32, REAL64, BYTE };

const struct cube_type *const operator_cube_types[] = {
    [INT32] = &cube_int32,  [UINT32] = &cube_uint32, [INT64] = &cube_int64, [UINT64] = &cube_uint64,
    [REAL32] = &cube_float, [REAL64] = &cube_double, [BYTE] = &cube_byte,
};

#define TYPE(handle) [(uintptr_t)(handle)-OPERATOR_CUBE_FIRST_TYPE]
const uint8_t operator_cube_places[OPERATOR_CUBE_TYPES] = {
    TYPE(MPI_INT) = INT32,
    TYPE(MPI_INT32_T) = INT32,
    TYPE(MPI_UNSIGNED) = UINT32,
    TYPE(MPI_UINT32_T) = UINT32,
    TYPE(MPI_LONG) = INT64,
    TYPE(MPI_LONG_LONG) = INT64,
    TYPE(MPI_INT64_T) = INT64,
    TYPE(MPI_UNSIGNED_LONG) = UINT64,
    TYPE(MPI_UNSIGNED_LONG_LONG) = UINT64,
    TYPE(MPI_UINT64_T) = UINT64,
    TYPE(MPI_FLOAT) = REAL32,
    TYPE(MPI_DOUBLE) = REAL64,
};

#define OP(handle) [(uintptr_t)(handle)-OPERATOR_CUBE_FIRST_OP]
const struct cube_op *const operator_cube_ops[OPERATOR_CUBE_OPS] = {
    OP(MPI_SUM) = &cube_sum,      OP(MPI_MIN) = &cube_min,  OP(MPI_MAX) = &cube_max,
    OP(MPI_PROD) = &cube_product, OP(MPI_BAND) = &cube_and, OP(MPI_BOR) = &cube_or,
    OP(MPI_BXOR) = &cube_xor,
};

const struct cube_type *operator_cube_type_of(int kind, size_t bytes) {
    int place = 0;
    if (bytes == sizeof(uint8_t))
        place = kind == BASIC_UNSIGNED || kind == BASIC_BYTE ? BYTE : 0;
    else if (bytes == sizeof(uint32_t))
        place = kind == BASIC_SIGNED ? INT32 : kind == BASIC_UNSIGNED ? UINT32 : REAL32;
    else if (bytes == sizeof(uint64_t))
        place = kind == BASIC_SIGNED ? INT64 : kind == BASIC_UNSIGNED ? UINT64 : REAL64;
    return operator_cube_types[place];
}
