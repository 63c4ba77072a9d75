#include "mpi/object/attribute.h"
#include "mpi/object/error.h"

static const char *const names[] = {
    [ATTRIBUTE_COMM] = "communicator", [ATTRIBUTE_TYPE] = "datatype", [ATTRIBUTE_WIN] = "window"};

int keyval_call_create(const char *call, enum attribute_object object, attribute_copies *copies,
                       attribute_deletes *deletes, int *keyval, void *extra_state) {
    if (!keyval)
        return error_null(MPI_COMM_SELF, call, "keyval");
    *keyval = keyval_create(object, copies, deletes, extra_state);
    return *keyval != MPI_KEYVAL_INVALID ? MPI_SUCCESS : FAIL_IN(call, MPI_ERR_NO_MEM, FULL_HEAP);
}

int keyval_call_free(const char *call, enum attribute_object object, int *keyval) {
    if (!keyval)
        return error_null(MPI_COMM_SELF, call, "keyval");
    if (!keyval_is(object, *keyval))
        return FAIL_IN(call, MPI_ERR_KEYVAL, "keyval is %d (expected: a key for %ss)", *keyval,
                       names[object]);
    keyval_free(*keyval);
    *keyval = MPI_KEYVAL_INVALID;
    return MPI_SUCCESS;
}

static int check_key(struct attribute_call call) {
    if (keyval_is(call.object, call.keyval))
        return MPI_SUCCESS;
    return error_raise(call.raises, call.call, MPI_ERR_KEYVAL,
                       "keyval is %d (expected: a changeable key for %ss)", call.keyval,
                       names[call.object]);
}

NODE_LOCAL bool attribute_in_fortran;

/* Functions of the program that are called meanwhile may be in C. */
static bool take_in_fortran(void) {
    bool in_fortran = attribute_in_fortran;
    attribute_in_fortran = false;
    return in_fortran;
}

/* The value may be null, so only *flag says whether there is an attribute. */
int attribute_call_get(struct attribute_call call, void *value, int *flag) {
    bool in_fortran = take_in_fortran();
    RETURN_ON_ERROR(check_key(call));
    struct attribute *attribute = attribute_find(*call.attributes, call.keyval);
    *flag = attribute ? 1 : 0;
    if (attribute)
        *(void **)value =
            attribute->is_number && !in_fortran ? &attribute->value : attribute->value;
    return MPI_SUCCESS;
}

int attribute_call_set(struct attribute_call call, void *value) {
    bool in_fortran = take_in_fortran();
    RETURN_ON_ERROR(check_key(call));
    int error = attribute_set(call.attributes, call.owner, call.keyval, value);
    if (error != MPI_SUCCESS)
        return error_raise(call.raises, call.call, error, "the attribute could not be set");
    attribute_find(*call.attributes, call.keyval)->is_number = in_fortran;
    return MPI_SUCCESS;
}

int attribute_call_delete(struct attribute_call call) {
    RETURN_ON_ERROR(check_key(call));
    if (!attribute_find(*call.attributes, call.keyval))
        return error_raise(call.raises, call.call, MPI_ERR_KEYVAL,
                           "the %s has no attribute of key %d", names[call.object], call.keyval);
    int error = attribute_delete(call.attributes, call.owner, call.keyval);
    return error == MPI_SUCCESS ? MPI_SUCCESS
                                : error_raise(call.raises, call.call, error,
                                              "the delete function failed, or is still running");
}
