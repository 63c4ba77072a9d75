/* The end of a communicator (MPI 5.0, section 7.4.3). */
#include "mpi/communicator/making.h"
#include "mpi/object/error.h"

PROFILED(MPI_Comm_free);
int MPI_Comm_free(MPI_Comm *comm) {
    RETURN_IF_NULL(comm);
    COMM_OR_RETURN(object, *comm);
    if (object == &comm_world || object == comm_self)
        return FAIL_ON(*comm, MPI_ERR_COMM, "%s cannot be freed", object->name);
    int error = comm_delete_attributes(object, *comm);
    if (error != MPI_SUCCESS)
        return FAIL_ON(*comm, error, "the delete function of an attribute failed");
    making_free(comm);
    return MPI_SUCCESS;
}
