/* Hints on communicators (MPI 5.0, section 7.4.4). */
#include "mpi/communicator/making.h"
#include "mpi/object/info.h"

/* Hints that are not given stay as they are. */
int MPI_Comm_set_info(MPI_Comm comm, MPI_Info info) {
    COMM_OR_RETURN(object, comm);
    object->subcube = 0; /* hints may choose algorithms (mpi/collective/call.h) */
    return info_call_set(__func__, comm, &object->info, info);
}

int MPI_Comm_get_info(MPI_Comm comm, MPI_Info *info_used) {
    COMM_OR_RETURN(object, comm, info_used);
    return info_call_get(__func__, comm, object->info, info_used);
}
