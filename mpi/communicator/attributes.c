/* Attributes of communicators (MPI 5.0, sections 7.7.2 and 9.1.2). */
#include "cube.h"
#include "mpi-ext.h"
#include "mpi/communicator/making.h"
#include "mpi/message/arguments.h"
#include "mpi/object/attribute.h"
#include "mpi/object/error_added.h"
#include "mpi/object/job.h"
#include "mpi/object/profile.h"

static bool is_predefined(int keyval) {
    return (keyval >= MPI_TAG_UB && keyval <= MPI_LASTUSEDCODE) || keyval == MPIX_FT;
}

/* Returns the value of a predefined attribute, which every communicator has. The clocks that nodes
 * have of their own are not synchronized, but the cycle counter is one for all nodes. */
static const int *predefined(int keyval) {
    static const int tag_most = TAG_MOST, host = MPI_PROC_NULL, io = MPI_ANY_SOURCE,
                     application = 0;
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
        universe = comm_world.local->size;
        return &universe;
    case MPIX_FT:
        survives = job_survives;
        return &survives;
    case MPI_APPNUM:
        return &application;
    default:
        return error_last_used();
    }
}

#define RETURN_UNLESS_KEYVAL(comm, keyval)                                                         \
    if (!keyval_is(ATTRIBUTE_COMM, keyval))                                                        \
    return FAIL_ON(comm, MPI_ERR_KEYVAL, "%d is no key for communicators, or cannot be changed",   \
                   keyval)

/* The value may be null, so only *flag says whether there is an attribute. */
PROFILED(MPI_Comm_get_attr);
int MPI_Comm_get_attr(MPI_Comm comm, int keyval, void *value, int *flag) {
    RETURN_IF_NULL_ON(comm, value);
    RETURN_IF_NULL_ON(comm, flag);
    COMM_OR_RETURN(object, comm);
    if (is_predefined(keyval)) {
        *flag = 1;
        *(const void **)value = predefined(keyval);
        return MPI_SUCCESS;
    }
    RETURN_UNLESS_KEYVAL(comm, keyval);
    const struct attribute *attribute = attribute_find(object->attributes, keyval);
    *flag = attribute ? 1 : 0;
    if (attribute)
        *(void **)value = attribute->value;
    return MPI_SUCCESS;
}

PROFILED(MPI_Comm_set_attr);
int MPI_Comm_set_attr(MPI_Comm comm, int keyval, void *value) {
    COMM_OR_RETURN(object, comm);
    RETURN_UNLESS_KEYVAL(comm, keyval);
    int error = attribute_set(&object->attributes, OWNER_COMM(comm), keyval, value);
    return error == MPI_SUCCESS ? MPI_SUCCESS
                                : FAIL_ON(comm, error, "the attribute could not be set");
}

PROFILED(MPI_Comm_delete_attr);
int MPI_Comm_delete_attr(MPI_Comm comm, int keyval) {
    COMM_OR_RETURN(object, comm);
    RETURN_UNLESS_KEYVAL(comm, keyval);
    if (!attribute_find(object->attributes, keyval))
        return FAIL_ON(comm, MPI_ERR_KEYVAL, "the communicator has no attribute of key %d", keyval);
    int error = attribute_delete(&object->attributes, OWNER_COMM(comm), keyval);
    return error == MPI_SUCCESS
               ? MPI_SUCCESS
               : FAIL_ON(comm, error, "the delete function has failed, or is being called");
}
