/* Keys, and the attributes of datatypes (MPI 5.0, section 7.7). */
#include "mpi/datatype/type.h"
#include "mpi/object/attribute.h"
#include "mpi/object/error.h"
#include "mpi/object/profile.h"

#define RETURN_UNLESS_KEYVAL(object, keyval)                                                       \
    if (!keyval_is(object, keyval))                                                                \
    return FAIL(MPI_ERR_KEYVAL, "%d is no key for this kind of object", keyval)

PROFILED(MPI_Comm_create_keyval);
int MPI_Comm_create_keyval(MPI_Comm_copy_attr_function *copy_fn,
                           MPI_Comm_delete_attr_function *delete_fn, int *keyval,
                           void *extra_state) {
    RETURN_IF_NULL(keyval);
    *keyval = keyval_create(ATTRIBUTE_COMM, copy_fn, delete_fn, NULL, NULL, extra_state);
    return *keyval != MPI_KEYVAL_INVALID ? MPI_SUCCESS : FAIL_MEMORY();
}

PROFILED(MPI_Type_create_keyval);
int MPI_Type_create_keyval(MPI_Type_copy_attr_function *copy_fn,
                           MPI_Type_delete_attr_function *delete_fn, int *keyval,
                           void *extra_state) {
    RETURN_IF_NULL(keyval);
    *keyval = keyval_create(ATTRIBUTE_TYPE, NULL, NULL, copy_fn, delete_fn, extra_state);
    return *keyval != MPI_KEYVAL_INVALID ? MPI_SUCCESS : FAIL_MEMORY();
}

PROFILED(MPI_Comm_free_keyval);
int MPI_Comm_free_keyval(int *keyval) {
    RETURN_IF_NULL(keyval);
    RETURN_UNLESS_KEYVAL(ATTRIBUTE_COMM, *keyval);
    keyval_free(*keyval);
    *keyval = MPI_KEYVAL_INVALID;
    return MPI_SUCCESS;
}

PROFILED(MPI_Type_free_keyval);
int MPI_Type_free_keyval(int *keyval) {
    RETURN_IF_NULL(keyval);
    RETURN_UNLESS_KEYVAL(ATTRIBUTE_TYPE, *keyval);
    keyval_free(*keyval);
    *keyval = MPI_KEYVAL_INVALID;
    return MPI_SUCCESS;
}

PROFILED(MPI_Type_set_attr);
int MPI_Type_set_attr(MPI_Datatype datatype, int keyval, void *value) {
    TYPE_OR_RETURN(type, datatype);
    RETURN_UNLESS_KEYVAL(ATTRIBUTE_TYPE, keyval);
    int error = attribute_set(&type->attributes, OWNER_TYPE(datatype), keyval, value);
    return error == MPI_SUCCESS ? MPI_SUCCESS : FAIL(error, "the attribute could not be set");
}

/* An attribute whose value is a null pointer counts as set, too. */
PROFILED(MPI_Type_get_attr);
int MPI_Type_get_attr(MPI_Datatype datatype, int keyval, void *value, int *flag) {
    RETURN_IF_NULL(value);
    RETURN_IF_NULL(flag);
    TYPE_OR_RETURN(type, datatype);
    RETURN_UNLESS_KEYVAL(ATTRIBUTE_TYPE, keyval);
    const struct attribute *attribute = attribute_find(type->attributes, keyval);
    *flag = attribute ? 1 : 0;
    if (attribute)
        *(void **)value = attribute->value;
    return MPI_SUCCESS;
}

PROFILED(MPI_Type_delete_attr);
int MPI_Type_delete_attr(MPI_Datatype datatype, int keyval) {
    TYPE_OR_RETURN(type, datatype);
    RETURN_UNLESS_KEYVAL(ATTRIBUTE_TYPE, keyval);
    if (!attribute_find(type->attributes, keyval))
        return FAIL(MPI_ERR_KEYVAL, "the datatype has no attribute of key %d", keyval);
    int error = attribute_delete(&type->attributes, OWNER_TYPE(datatype), keyval);
    return error == MPI_SUCCESS ? MPI_SUCCESS
                                : FAIL(error, "the delete function has failed, or is being called");
}
