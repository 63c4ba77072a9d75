/* Unnamed predefined types, selected by digits and range as Fortran's kinds are (MPI 5.0, section
 * 19.1.5). Programs in C use them to read or send data of such programs. */
#include <stdlib.h>

#include "mpi/datatype/basic.h"
#include "mpi/datatype/type.h"
#include "mpi/object/attribute.h"
#include "mpi/object/communicator.h"
#include "mpi/object/errhandler.h"
#include "mpi/object/error.h"

/* A type that has been asked for. Whoever asks again gets the same handle. */
struct selected {
    struct selected *next;
    MPI_Datatype type;
    int number; /* of the basic type that it is like */
};
static NODE_LOCAL struct selected *all;

/* Whoever frees a type does not free it, for others have the handle as well. */
enum { REFERENCES = INT32_MAX / 2 };

/* The kinds of a class, the smallest first: with how many decimal digits, and up to which power of
 * ten. */
struct kind {
    unsigned short code; /* the handle */
    short digits, range;
};
static const struct kind reals[] = {{0x2d2, 6, 37}, {0x2da, 15, 307}, {0x2e2, 33, 4931}},
                         complexes[] = {{0x2db, 6, 37}, {0x2e3, 15, 307}, {0x2eb, 33, 4931}},
                         integers[] = {{0x2c1, 0, 2}, {0x2c9, 0, 4}, {0x2d1, 0, 9}, {0x2d9, 0, 18}};
#define KINDS(list) list, sizeof(list) / sizeof(list)[0]

int basic_number_of_type(MPI_Datatype type) {
    for (const struct selected *one = all; one; one = one->next)
        if (one->type == type)
            return one->number;
    return basic_number(type);
}

/* MPI_Finalize calls this, as that of an attribute of MPI_COMM_SELF. Operations that have not ended
 * keep their types. */
static int forget(UNUSED MPI_Comm comm, int key, UNUSED void *value, UNUSED void *extra) {
    keyval_free(key);
    for (struct selected *one = all, *next; one; one = next) {
        next = one->next;
        one->type->references -= REFERENCES - 1;
        type_release(one->type);
        free(one);
    }
    all = NULL;
    return MPI_SUCCESS;
}

/* Has `forget` called at the end. Returns whether there was memory. */
static bool begin(void) {
    int key = keyval_create(ATTRIBUTE_COMM, NULL, (attribute_deletes *)forget, NULL);
    return key != MPI_KEYVAL_INVALID &&
           attribute_set(&comm_self->attributes, MPI_COMM_SELF, key, NULL) == MPI_SUCCESS;
}

/* Returns the type with this combiner and these contents, if it has been asked for before. */
static MPI_Datatype find(int combiner, int count, const int contents[]) {
    for (const struct selected *one = all; one; one = one->next) {
        const struct contents *made = &one->type->contents;
        if (made->combiner == combiner && made->integers[0] == contents[0] &&
            made->integers[count - 1] == contents[count - 1])
            return one->type;
    }
    return MPI_DATATYPE_NULL;
}

/* Makes the type, with an empty name. Returns an error's class that it has raised, or
 * MPI_SUCCESS. */
static int make(const char *call, int combiner, const struct kind *kind, int count,
                const int contents[], MPI_Datatype *newtype) {
    const MPI_Datatype handle = (MPI_Datatype)(uintptr_t)kind->code;
    MPI_Datatype basic = type_object(handle), made = NULL;
    struct selected *one = basic && (all || begin()) ? malloc(sizeof *one) : NULL;
    if (one)
        made = type_begin(combiner);
    if (made) {
        layout_add(&made->layout, &basic->layout, 0, 1);
        type_made_of_integers(made, count, contents);
        made->name = calloc(1, 1);
    }
    int error = type_end(call, made, newtype);
    if (error != MPI_SUCCESS) {
        free(one);
        return error;
    }
    *one = (struct selected){all, made, basic_number(handle)};
    all = one;
    made->state = TYPE_COMMITTED;
    made->references = made->handles = REFERENCES;
    type_made--; /* it is never freed */
    return MPI_SUCCESS;
}

/* Finds the smallest of the kinds that has N digits and this range, of which one may be
 * MPI_UNDEFINED, which every kind has. */
static int select_type(const char *call, int combiner, const struct kind kinds[], size_t count,
                       int digits, int range, MPI_Datatype *newtype) {
    const bool is_integer = combiner == MPI_COMBINER_F90_INTEGER;
    const int contents[] = {digits, range};
    const int *own = is_integer ? &contents[1] : contents, own_count = is_integer ? 1 : 2;
    if (!newtype)
        return error_null(MPI_COMM_SELF, call, "newtype");
    if (!comm_self)
        return error_raise(MPI_COMM_SELF, call, MPI_ERR_OTHER, "%s", job_missing_world());
    *newtype = find(combiner, own_count, own);
    if (*newtype != MPI_DATATYPE_NULL)
        return MPI_SUCCESS;
    const bool asks = range >= 0 || (range == MPI_UNDEFINED && digits >= 0);
    const bool is_right = asks && (digits >= 0 || digits == MPI_UNDEFINED);
    for (size_t i = 0; is_right && i < count; i++)
        if (digits <= kinds[i].digits && range <= kinds[i].range)
            return make(call, combiner, &kinds[i], own_count, own, newtype);
    if (is_integer)
        return error_raise(MPI_COMM_SELF, call, MPI_ERR_ARG,
                           "no integer type has the range 10^%d (supported: 0 to 18)", range);
    return error_raise(MPI_COMM_SELF, call, MPI_ERR_ARG,
                       "no real type has %d digits and the range 10^%d (supported: up to 33 and "
                       "4931; one may be MPI_UNDEFINED)",
                       digits, range);
}

int MPI_Type_create_f90_real(int p, int r, MPI_Datatype *newtype) {
    return select_type(__func__, MPI_COMBINER_F90_REAL, KINDS(reals), p, r, newtype);
}

int MPI_Type_create_f90_complex(int p, int r, MPI_Datatype *newtype) {
    return select_type(__func__, MPI_COMBINER_F90_COMPLEX, KINDS(complexes), p, r, newtype);
}

int MPI_Type_create_f90_integer(int r, MPI_Datatype *newtype) {
    return select_type(__func__, MPI_COMBINER_F90_INTEGER, KINDS(integers), MPI_UNDEFINED, r,
                       newtype);
}
