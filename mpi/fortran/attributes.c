/* Attributes, and their functions in Fortran. Old functions have integers where others have
 * addresses. These are their low halves, so one function serves both. */
#include <stdlib.h>

#include "mpi/fortran/fortran.h"
#include "mpi/object/attribute.h"
#include "net/system/system.h"

static void end(MPI_Fint *ierror, int error) {
    if (ierror)
        *ierror = error;
}

typedef void copies(MPI_Fint *object, MPI_Fint *keyval, MPI_Aint *extra, MPI_Aint *value,
                    MPI_Aint *copied, MPI_Fint *flag, MPI_Fint *ierror);
typedef void deletes(MPI_Fint *object, MPI_Fint *keyval, MPI_Aint *value, MPI_Aint *extra,
                     MPI_Fint *ierror);
struct functions {
    copies *copy;
    deletes *delete;
    MPI_Aint extra;
};

static int copy(const void *object, int keyval, void *extra, void *value, void *copied, int *flag) {
    struct functions *functions = extra;
    MPI_Fint number = fortran_number(object), error = MPI_SUCCESS;
    MPI_Aint from = (MPI_Aint)value, to = 0;
    *flag = 0;
    functions->copy(&number, &keyval, &functions->extra, &from, &to, flag, &error);
    if (error == MPI_SUCCESS && *flag)
        *(MPI_Aint *)copied = to;
    return error;
}

static int delete (const void *object, int keyval, void *value, void *extra) {
    struct functions *functions = extra;
    MPI_Fint number = fortran_number(object), error = MPI_SUCCESS;
    MPI_Aint deleted = (MPI_Aint)value;
    functions->delete (&number, &keyval, &deleted, &functions->extra, &error);
    return error;
}

/* Lives as long as the keyval, of whose end nobody tells. */
static struct functions *functions_of(copies *copy_fn, deletes *delete_fn, MPI_Aint extra) {
    struct functions *functions = malloc(sizeof *functions);
    if (!functions)
        system_abort("graycube: not enough memory for the functions of an attribute (increase "
                     "--memory heap=BYTES)\n");
    *functions = (struct functions){copy_fn, delete_fn, extra};
    return functions;
}

/* Returns an attribute as Fortran has it: the library's own are the numbers, not their addresses.
 */
static MPI_Aint value_of(int keyval, void *found) {
    if ((keyval >= MPI_TAG_UB && keyval <= MPI_LASTUSEDCODE) || keyval == MPI_WIN_DISP_UNIT ||
        keyval == MPI_WIN_CREATE_FLAVOR || keyval == MPI_WIN_MODEL)
        return *(const int *)found;
    return keyval == MPI_WIN_SIZE ? *(const MPI_Aint *)found : (MPI_Aint)found;
}

/* ATTRIBUTES(create, put, get, their names in Fortran, object, copy's and delete's type, type of
 * values) */
#define ATTRIBUTES(create, put, get, create_, put_, get_, object, copy_type, delete_type,          \
                   value_type)                                                                     \
    FORTRAN(void, create_, copies *copy_fn, deletes *delete_fn, MPI_Fint *keyval,                  \
            const value_type *extra, MPI_Fint *ierror) {                                           \
        struct functions *functions = functions_of(copy_fn, delete_fn, *extra);                    \
        end(ierror, MPI_##create((copy_type *)(void (*)(void))copy,                                \
                                 (delete_type *)(void (*)(void)) delete, keyval, functions));      \
    }                                                                                              \
    FORTRAN(void, put_, const MPI_Fint *number, const MPI_Fint *keyval, const value_type *value,   \
            MPI_Fint *ierror) {                                                                    \
        attribute_in_fortran = true;                                                               \
        end(ierror,                                                                                \
            MPI_##put((object)fortran_handle(*number), *keyval, (void *)(MPI_Aint)*value));        \
        attribute_in_fortran = false;                                                              \
    }                                                                                              \
    FORTRAN(void, get_, const MPI_Fint *number, const MPI_Fint *keyval, value_type *value,         \
            MPI_Fint *flag, MPI_Fint *ierror) {                                                    \
        void *found = NULL;                                                                        \
        attribute_in_fortran = true;                                                               \
        int error = MPI_##get((object)fortran_handle(*number), *keyval, &found, flag);             \
        attribute_in_fortran = false;                                                              \
        if (error == MPI_SUCCESS && *flag)                                                         \
            *value = (value_type)value_of(*keyval, found);                                         \
        end(ierror, error);                                                                        \
    }
ATTRIBUTES(Comm_create_keyval, Comm_set_attr, Comm_get_attr, comm_create_keyval, comm_set_attr,
           comm_get_attr, MPI_Comm, MPI_Comm_copy_attr_function, MPI_Comm_delete_attr_function,
           MPI_Aint)
ATTRIBUTES(Type_create_keyval, Type_set_attr, Type_get_attr, type_create_keyval, type_set_attr,
           type_get_attr, MPI_Datatype, MPI_Type_copy_attr_function, MPI_Type_delete_attr_function,
           MPI_Aint)
ATTRIBUTES(Win_create_keyval, Win_set_attr, Win_get_attr, win_create_keyval, win_set_attr,
           win_get_attr, MPI_Win, MPI_Win_copy_attr_function, MPI_Win_delete_attr_function,
           MPI_Aint)
ATTRIBUTES(Keyval_create, Attr_put, Attr_get, keyval_create, attr_put, attr_get, MPI_Comm,
           MPI_Copy_function, MPI_Delete_function, MPI_Fint)

/* The functions that programs name instead of their own. */
#define USUAL(type, null_copy, dup, null_delete)                                                   \
    void null_copy(MPI_Fint *object, MPI_Fint *keyval, type *extra, type *value, type *copied,     \
                   MPI_Fint *flag, MPI_Fint *ierror);                                              \
    void dup(MPI_Fint *object, MPI_Fint *keyval, type *extra, type *value, type *copied,           \
             MPI_Fint *flag, MPI_Fint *ierror);                                                    \
    void null_delete(MPI_Fint *object, MPI_Fint *keyval, type *value, type *extra,                 \
                     MPI_Fint *ierror);                                                            \
    void null_copy(MPI_Fint *object, MPI_Fint *keyval, type *extra, type *value, type *copied,     \
                   MPI_Fint *flag, MPI_Fint *ierror) {                                             \
        (void)object, (void)keyval, (void)extra, (void)value, (void)copied;                        \
        *flag = 0;                                                                                 \
        end(ierror, MPI_SUCCESS);                                                                  \
    }                                                                                              \
    void dup(MPI_Fint *object, MPI_Fint *keyval, type *extra, type *value, type *copied,           \
             MPI_Fint *flag, MPI_Fint *ierror) {                                                   \
        (void)object, (void)keyval, (void)extra;                                                   \
        *copied = *value;                                                                          \
        *flag = 1;                                                                                 \
        end(ierror, MPI_SUCCESS);                                                                  \
    }                                                                                              \
    void null_delete(MPI_Fint *object, MPI_Fint *keyval, type *value, type *extra,                 \
                     MPI_Fint *ierror) {                                                           \
        (void)object, (void)keyval, (void)extra, (void)value;                                      \
        end(ierror, MPI_SUCCESS);                                                                  \
    }
USUAL(MPI_Aint, mpi_comm_null_copy_fn_, mpi_comm_dup_fn_, mpi_comm_null_delete_fn_)
USUAL(MPI_Aint, mpi_type_null_copy_fn_, mpi_type_dup_fn_, mpi_type_null_delete_fn_)
USUAL(MPI_Aint, mpi_win_null_copy_fn_, mpi_win_dup_fn_, mpi_win_null_delete_fn_)
USUAL(MPI_Fint, mpi_null_copy_fn_, mpi_dup_fn_, mpi_null_delete_fn_)
