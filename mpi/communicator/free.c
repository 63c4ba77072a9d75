/* The end of a communicator (MPI 5.0, sections 7.4.3 and 11.10.4). */
#include "mpi/communicator/making.h"
#include "mpi/message/progress.h"
#include "mpi/object/error.h"

int MPI_Comm_free(MPI_Comm *comm) {
    RETURN_IF_NULL(comm);
    COMM_OR_RETURN(object, *comm);
    if (object == &comm_world || object == comm_self)
        return FAIL_ON(*comm, MPI_ERR_COMM, "%s cannot be freed", object->name);
    int error = comm_delete_attributes(object, *comm);
    if (error != MPI_SUCCESS)
        return FAIL_ON(*comm, error, "an attribute's delete function returned %d", error);
    making_free(comm);
    return MPI_SUCCESS;
}

/* Returns a request of the program's on a communicator that goes on, or null. */
static MPI_Request pending(const struct MPI_ABI_Comm *comm) {
    MPI_Request request = request_newest;
    while (request && (request->comm != comm || !request->active || request->done))
        request = request->older;
    return request;
}

/* What a request has brought, a wait still tells, for it keeps the communicator. */
int MPI_Comm_disconnect(MPI_Comm *comm) {
    RETURN_IF_NULL(comm);
    COMM_OR_RETURN(object, *comm);
    if (object == &comm_world || object == comm_self)
        return FAIL_ON(*comm, MPI_ERR_COMM, "%s cannot be disconnected", object->name);
    MPI_Request request;
    while ((request = pending(object)))
        progress_until_done(__func__, request);
    return PMPI_Comm_free(comm);
}
