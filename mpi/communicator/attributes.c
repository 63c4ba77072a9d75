/* Attributes of communicators (MPI 5.0, sections 7.7.2 and 9.1.2). */
#include "cube.h"
#include "mpi-ext.h"
#include "mpi/message/arguments.h"
#include "mpi/object/attribute.h"
#include "mpi/object/errhandler.h"
#include "mpi/object/error.h"
#include "mpi/object/error_code.h"

static bool is_predefined(int keyval) {
    return (keyval >= MPI_TAG_UB && keyval <= MPI_LASTUSEDCODE) || keyval == MPIX_FT;
}

/* Returns the value of a predefined attribute, which every communicator has. The clocks that nodes
 * have of their own are not synchronized, but the cycle counter is one for all nodes. */
static const int *predefined(int keyval) {
    static const int tag_most = TAG_MOST, host = MPI_PROC_NULL, io = MPI_ANY_SOURCE;
    static NODE_LOCAL int clock_is_global, universe, survives;
    switch (keyval) {
    case MPI_TAG_UB:
        return &tag_most;
    case MPI_HOST:
        return &host;
    case MPI_IO:
        return &io;
    case MPI_WTIME_IS_GLOBAL:
        clock_is_global = !cube_timed();
        return &clock_is_global;
    case MPI_UNIVERSE_SIZE:
        universe = comm_processes->size;
        return &universe;
    case MPIX_FT:
        survives = job_survives;
        return &survives;
    case MPI_APPNUM:
        return &comm_application;
    default:
        return error_last_used();
    }
}

static struct attribute_call of(const char *call, MPI_Comm handle, MPI_Comm object, int keyval) {
    return (struct attribute_call){call,  handle, ATTRIBUTE_COMM, handle, &object->attributes,
                                   keyval};
}

int MPI_Comm_create_keyval(MPI_Comm_copy_attr_function *copy_fn,
                           MPI_Comm_delete_attr_function *delete_fn, int *keyval,
                           void *extra_state) {
    return keyval_call_create(__func__, ATTRIBUTE_COMM, (attribute_copies *)copy_fn,
                              (attribute_deletes *)delete_fn, keyval, extra_state);
}

int MPI_Comm_free_keyval(int *keyval) {
    return keyval_call_free(__func__, ATTRIBUTE_COMM, keyval);
}

int MPI_Comm_get_attr(MPI_Comm comm, int keyval, void *value, int *flag) {
    COMM_OR_RETURN(object, comm, value, flag);
    if (!is_predefined(keyval))
        return attribute_call_get(of(__func__, comm, object, keyval), value, flag);
    *flag = 1;
    *(const void **)value = predefined(keyval);
    return MPI_SUCCESS;
}

int MPI_Comm_set_attr(MPI_Comm comm, int keyval, void *value) {
    COMM_OR_RETURN(object, comm);
    return attribute_call_set(of(__func__, comm, object, keyval), value);
}

int MPI_Comm_delete_attr(MPI_Comm comm, int keyval) {
    COMM_OR_RETURN(object, comm);
    return attribute_call_delete(of(__func__, comm, object, keyval));
}
