/* Attributes of datatypes (MPI 5.0, section 7.7.4). */
#include "mpi/datatype/type.h"
#include "mpi/object/attribute.h"
#include "mpi/object/error.h"

static struct attribute_call of(const char *call, MPI_Datatype handle, MPI_Datatype type,
                                int keyval) {
    return (struct attribute_call){call,   MPI_COMM_SELF,     ATTRIBUTE_TYPE,
                                   handle, &type->attributes, keyval};
}

PROFILED(MPI_Type_create_keyval);
int MPI_Type_create_keyval(MPI_Type_copy_attr_function *copy_fn,
                           MPI_Type_delete_attr_function *delete_fn, int *keyval,
                           void *extra_state) {
    return keyval_call_create(__func__, ATTRIBUTE_TYPE, copy_fn, delete_fn, keyval, extra_state);
}

PROFILED(MPI_Type_free_keyval);
int MPI_Type_free_keyval(int *keyval) {
    return keyval_call_free(__func__, ATTRIBUTE_TYPE, keyval);
}

PROFILED(MPI_Type_set_attr);
int MPI_Type_set_attr(MPI_Datatype datatype, int keyval, void *value) {
    TYPE_OR_RETURN(type, datatype);
    return attribute_call_set(of(__func__, datatype, type, keyval), value);
}

PROFILED(MPI_Type_get_attr);
int MPI_Type_get_attr(MPI_Datatype datatype, int keyval, void *value, int *flag) {
    RETURN_IF_NULL(value);
    RETURN_IF_NULL(flag);
    TYPE_OR_RETURN(type, datatype);
    return attribute_call_get(of(__func__, datatype, type, keyval), value, flag);
}

PROFILED(MPI_Type_delete_attr);
int MPI_Type_delete_attr(MPI_Datatype datatype, int keyval) {
    TYPE_OR_RETURN(type, datatype);
    return attribute_call_delete(of(__func__, datatype, type, keyval));
}
