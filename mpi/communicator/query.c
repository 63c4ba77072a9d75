/* Groups, comparison and names of communicators (MPI 5.0, sections 7.4.1, 7.6.1 and 7.8). */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "mpi/communicator/making.h"
#include "mpi/object/error.h"

int MPI_Comm_group(MPI_Comm comm, MPI_Group *group) {
    COMM_OR_RETURN(object, comm, group);
    *group = object->local;
    group_keep(*group);
    return MPI_SUCCESS;
}

int MPI_Comm_test_inter(MPI_Comm comm, int *flag) {
    COMM_OR_RETURN(object, comm, flag);
    *flag = comm_is_inter(object);
    return MPI_SUCCESS;
}

#define REMOTE_OR_RETURN(object, handle, pointer)                                                  \
    COMM_OR_RETURN(object, handle, pointer);                                                       \
    if (!comm_is_inter(object))                                                                    \
    return FAIL_ON(handle, MPI_ERR_COMM, "the communicator is not an intercommunicator")

int MPI_Comm_remote_size(MPI_Comm comm, int *size) {
    REMOTE_OR_RETURN(object, comm, size);
    *size = object->remote->size;
    return MPI_SUCCESS;
}

int MPI_Comm_remote_group(MPI_Comm comm, MPI_Group *group) {
    REMOTE_OR_RETURN(object, comm, group);
    *group = object->remote;
    group_keep(*group);
    return MPI_SUCCESS;
}

/* The numbers of the results rise from alike to different. */
static_assert(MPI_IDENT < MPI_CONGRUENT && MPI_CONGRUENT < MPI_SIMILAR && MPI_SIMILAR < MPI_UNEQUAL,
              "the greater one of two results is that of both");

int MPI_Comm_compare(MPI_Comm comm1, MPI_Comm comm2, int *result) {
    COMM_OR_RETURN(one, comm1, result);
    COMM_OR_RETURN(other, comm2);
    *result = MPI_UNEQUAL;
    if (comm_is_inter(one) != comm_is_inter(other))
        return MPI_SUCCESS;
    *result = MPI_IDENT;
    if (one == other)
        return MPI_SUCCESS;
    int local, remote;
    PMPI_Group_compare(one->local, other->local, &local);
    PMPI_Group_compare(one->remote, other->remote, &remote);
    *result = local > remote ? local : remote;
    if (*result == MPI_IDENT)
        *result = MPI_CONGRUENT;
    return MPI_SUCCESS;
}

int MPI_Comm_set_name(MPI_Comm comm, const char *name) {
    COMM_OR_RETURN(object, comm);
    char *copy = strndup(name, MPI_MAX_OBJECT_NAME - 1); /* longer ones are cut */
    if (!copy)
        return FAIL_MEMORY();
    free(object->name_memory);
    object->name = object->name_memory = copy;
    return MPI_SUCCESS;
}

int MPI_Comm_get_name(MPI_Comm comm, char *name, int *resultlen) {
    RETURN_IF_NULL_ON(comm, name, resultlen);
    const char *found = "MPI_COMM_NULL";
    if (comm != MPI_COMM_NULL) {
        COMM_OR_RETURN(object, comm);
        found = object->name;
    }
    *resultlen = (int)strlen(found);
    memcpy(name, found, (size_t)*resultlen + 1);
    return MPI_SUCCESS;
}
