/* The predefined operators and types that cube.h has, too, with loops of its own. */
#ifndef MPI_OPERATOR_CUBE_H
#define MPI_OPERATOR_CUBE_H

#include <stdint.h>

#include "compiler.h"
#include "cube.h"
#include "mpi.h"

/* The handles that the tables cover. Of the handles of types, 64 are for types of C's sizes, and 32
 * for types of fixed sizes. The handles of operators include all from MPI_SUM to MPI_BXOR. */
enum {
    OPERATOR_CUBE_FIRST_TYPE = 0x200,
    OPERATOR_CUBE_TYPES = 0x60,
    OPERATOR_CUBE_FIRST_OP = 0x20,
    OPERATOR_CUBE_OPS = 0x0b
};

/* The first table has the place in the second table for each handle of a type, or 0 if cube.h does
 * not have the type. The third table has the operator of cube.h, or null, for each handle of an
 * operator. */
extern const uint8_t operator_cube_places[OPERATOR_CUBE_TYPES];
extern const struct cube_type *const operator_cube_types[];
extern const struct cube_op *const operator_cube_ops[OPERATOR_CUBE_OPS];

/* Returns the type of cube.h that is the same as a predefined type, or null if there is none. */
ALWAYS_INLINE const struct cube_type *operator_cube_type(MPI_Datatype datatype) {
    uintptr_t handle = (uintptr_t)datatype - OPERATOR_CUBE_FIRST_TYPE;
    return operator_cube_types[LIKELY(handle < OPERATOR_CUBE_TYPES) ? operator_cube_places[handle]
                                                                    : 0];
}

/* Returns the operator of cube.h that is the same as a predefined operator, or null if there is
 * none. */
ALWAYS_INLINE const struct cube_op *operator_cube_op(MPI_Op op) {
    uintptr_t handle = (uintptr_t)op - OPERATOR_CUBE_FIRST_OP;
    return LIKELY(handle < OPERATOR_CUBE_OPS) ? operator_cube_ops[handle] : NULL;
}

/* Returns the type of cube.h for numbers of an enum basic_kind with N bytes each, or null. */
const struct cube_type *operator_cube_type_of(int kind, size_t bytes);

#endif
