/* Queries of datatypes (MPI 5.0, sections 5.1.7 to 5.1.9, 7.8, 20.4). */
#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "mpi.h"
#include "mpi/datatype/basic.h"
#include "mpi/datatype/type.h"
#include "mpi/object/error.h"

/* Whether this is the handle of an optional type that is not there. Programs find this out by its
 * size, which is MPI_UNDEFINED (section 20.4). Any other use of it is an error. */
static bool is_missing(MPI_Datatype datatype) {
    return datatype == MPI_REAL2 || datatype == MPI_COMPLEX4 || datatype == MPI_LOGICAL16 ||
           datatype == MPI_INTEGER16;
}

/* Sets *size to a type's, or to MPI_UNDEFINED if the type is missing. */
static int get_size(const char *call, MPI_Datatype datatype, MPI_Count *size) {
    if (!size)
        return error_null(MPI_COMM_SELF, call, "size");
    *size = MPI_UNDEFINED;
    if (is_missing(datatype))
        return MPI_SUCCESS;
    TYPE_ARGUMENT_OR_RETURN(type, MPI_COMM_SELF, call, datatype, false);
    *size = type->layout.size;
    return MPI_SUCCESS;
}

/* A value that an int cannot hold is MPI_UNDEFINED. */
int MPI_Type_size(MPI_Datatype datatype, int *size) {
    MPI_Count found = 0;
    int error = get_size(__func__, datatype, size ? &found : NULL);
    if (error == MPI_SUCCESS)
        *size = found > INT_MAX ? MPI_UNDEFINED : (int)found;
    return error;
}

int MPI_Type_size_x(MPI_Datatype datatype, MPI_Count *size) {
    return get_size(__func__, datatype, size);
}

int MPI_Type_size_c(MPI_Datatype datatype, MPI_Count *size) {
    return get_size(__func__, datatype, size);
}

static int get_extent(const char *call, MPI_Datatype datatype, bool is_true, MPI_Count *lb,
                      MPI_Count *extent) {
    if (!lb || !extent)
        return error_null(MPI_COMM_SELF, call, lb ? "extent" : "lb");
    TYPE_ARGUMENT_OR_RETURN(type, MPI_COMM_SELF, call, datatype, false);
    const struct layout *layout = &type->layout;
    *lb = is_true ? layout->true_lower : layout->lower;
    *extent = is_true ? layout->true_upper - layout->true_lower : layout_extent(layout);
    return MPI_SUCCESS;
}

/* An MPI_Aint and an MPI_Count are alike. */
#define EXTENT(name, number, is_true)                                                              \
    int name(MPI_Datatype datatype, number *lb, number *extent) {                                  \
        return get_extent(__func__, datatype, is_true, (MPI_Count *)lb, (MPI_Count *)extent);      \
    }
EXTENT(MPI_Type_get_extent, MPI_Aint, false)
EXTENT(MPI_Type_get_extent_x, MPI_Count, false)
EXTENT(MPI_Type_get_extent_c, MPI_Count, false)
EXTENT(MPI_Type_get_true_extent, MPI_Aint, true)
EXTENT(MPI_Type_get_true_extent_x, MPI_Count, true)
EXTENT(MPI_Type_get_true_extent_c, MPI_Count, true)

/* Section 17.1.4: a type of a class and a size, for programs that choose a type by its size. */
int MPI_Type_match_size(int typeclass, int size, MPI_Datatype *datatype) {
    RETURN_IF_NULL(datatype);
    static const struct {
        short class, size;
        unsigned short code;
    } matches[] = {
        {MPI_TYPECLASS_REAL, 4, 0x2d2},     {MPI_TYPECLASS_REAL, 8, 0x2da},
        {MPI_TYPECLASS_REAL, 16, 0x2e2},    {MPI_TYPECLASS_INTEGER, 1, 0x2c1},
        {MPI_TYPECLASS_INTEGER, 2, 0x2c9},  {MPI_TYPECLASS_INTEGER, 4, 0x2d1},
        {MPI_TYPECLASS_INTEGER, 8, 0x2d9},  {MPI_TYPECLASS_COMPLEX, 8, 0x2db},
        {MPI_TYPECLASS_COMPLEX, 16, 0x2e3}, {MPI_TYPECLASS_COMPLEX, 32, 0x2eb},
    };
    for (size_t i = 0; i < sizeof matches / sizeof *matches; i++)
        if (matches[i].class == typeclass && matches[i].size == size) {
            *datatype = (MPI_Datatype)(uintptr_t)matches[i].code;
            return MPI_SUCCESS;
        }
    return FAIL(MPI_ERR_ARG, "no datatype of class %d with %d bytes", typeclass, size);
}

/* Section 6.9.4: only pairs that have a predefined handle exist here. For others, the result is
 * MPI_DATATYPE_NULL. */
int MPI_Type_get_value_index(MPI_Datatype value_type, MPI_Datatype index_type,
                             MPI_Datatype *pair_type) {
    RETURN_IF_NULL(pair_type);
    *pair_type = MPI_DATATYPE_NULL;
    for (int i = 0; i < BASIC_COUNT; i++) {
        const struct basic *basic = &basic_types[i];
        if (basic->kind == BASIC_PAIR && basic->value == (uintptr_t)value_type &&
            basic->index == (uintptr_t)index_type)
            *pair_type = (MPI_Datatype)(uintptr_t)basic->code;
    }
    return MPI_SUCCESS;
}

int MPI_Type_set_name(MPI_Datatype datatype, const char *name) {
    TYPE_OR_RETURN(type, datatype, name);
    size_t length = strlen(name);
    if (length >= MPI_MAX_OBJECT_NAME)
        return FAIL(MPI_ERR_ARG, "the name has %zu bytes (at most %d)", length,
                    MPI_MAX_OBJECT_NAME - 1);
    char *copy = strdup(name);
    if (!copy)
        return FAIL_MEMORY();
    free(type->name);
    type->name = copy;
    return MPI_SUCCESS;
}

int MPI_Type_get_name(MPI_Datatype datatype, char *name, int *resultlen) {
    TYPE_OR_RETURN(type, datatype, name, resultlen);
    int number = basic_number(datatype);
    if (!type->name && number >= 0)
        basic_name(number, name);
    else
        strcpy(name, type->name ? type->name : "");
    *resultlen = (int)strlen(name);
    return MPI_SUCCESS;
}

/* ---- Addresses in memory (section 5.1.5): MPI_BOTTOM is 0, so they are the same as C's ---- */

int MPI_Get_address(const void *location, MPI_Aint *address) {
    RETURN_IF_NULL(address);
    *address = (MPI_Aint)location;
    return MPI_SUCCESS;
}

/* Addresses are added as unsigned numbers, because C defines an overflow only for these. */
MPI_Aint MPI_Aint_add(MPI_Aint base, MPI_Aint displacement) {
    return (MPI_Aint)((uintptr_t)base + (uintptr_t)displacement);
}

MPI_Aint MPI_Aint_diff(MPI_Aint address1, MPI_Aint address2) {
    return (MPI_Aint)((uintptr_t)address1 - (uintptr_t)address2);
}
