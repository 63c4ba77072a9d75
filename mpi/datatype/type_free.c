/* The calls that copy and free datatypes, whose attributes they copy and delete, too (MPI 5.0,
 * sections 5.1.9 and 5.1.10). */
#include "mpi/datatype/type.h"
#include "mpi/object/attribute.h"
#include "mpi/object/error.h"

/* Operations that use the type, and types that are made of it, keep it. Its attributes are deleted
 * with the user's last handle of it. */
int MPI_Type_free(MPI_Datatype *datatype) {
    RETURN_IF_NULL(datatype);
    TYPE_OR_RETURN(type, *datatype);
    if (!handle_is_address(*datatype))
        return FAIL(MPI_ERR_TYPE, "a predefined datatype cannot be freed");
    if (type->handles == 1) {
        int error = attributes_delete(&type->attributes, type);
        if (error != MPI_SUCCESS)
            return FAIL(error, "an attribute's delete function returned %d", error);
    }
    type_made--;
    if (--type->handles == 0)
        type->state &= ~TYPE_MADE;
    type_release(type);
    *datatype = MPI_DATATYPE_NULL;
    return MPI_SUCCESS;
}

/* Section 5.1.10. */
int MPI_Type_dup(MPI_Datatype oldtype, MPI_Datatype *newtype) {
    TYPE_OR_RETURN(old, oldtype, newtype);
    MPI_Datatype made = type_begin(MPI_COMBINER_DUP);
    if (!made)
        return FAIL_MEMORY();
    layout_add(&made->layout, &old->layout, 0, 1);
    type_made_of_types(made, 1, &oldtype);
    made->state = old->state;
    int error = attributes_copy(&old->attributes, oldtype, &made->attributes);
    if (error != MPI_SUCCESS) {
        attributes_delete(&made->attributes, made);
        type_release(made);
        return FAIL(error, "an attribute's copy function returned %d", error);
    }
    return type_end(__func__, made, newtype);
}

/* ---- Attributes (section 7.7.4) ---- */

static struct attribute_call of(const char *call, MPI_Datatype handle, MPI_Datatype type,
                                int keyval) {
    return (struct attribute_call){call,   MPI_COMM_SELF,     ATTRIBUTE_TYPE,
                                   handle, &type->attributes, keyval};
}

int MPI_Type_create_keyval(MPI_Type_copy_attr_function *copy_fn,
                           MPI_Type_delete_attr_function *delete_fn, int *keyval,
                           void *extra_state) {
    return keyval_call_create(__func__, ATTRIBUTE_TYPE, copy_fn, delete_fn, keyval, extra_state);
}

int MPI_Type_free_keyval(int *keyval) {
    return keyval_call_free(__func__, ATTRIBUTE_TYPE, keyval);
}

int MPI_Type_set_attr(MPI_Datatype datatype, int keyval, void *value) {
    TYPE_OR_RETURN(type, datatype);
    return attribute_call_set(of(__func__, datatype, type, keyval), value);
}

int MPI_Type_get_attr(MPI_Datatype datatype, int keyval, void *value, int *flag) {
    TYPE_OR_RETURN(type, datatype, value, flag);
    return attribute_call_get(of(__func__, datatype, type, keyval), value, flag);
}

int MPI_Type_delete_attr(MPI_Datatype datatype, int keyval) {
    TYPE_OR_RETURN(type, datatype);
    return attribute_call_delete(of(__func__, datatype, type, keyval));
}
