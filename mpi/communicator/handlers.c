/* Error handlers of communicators (MPI 5.0, sections 9.3.1 and 9.3.4). */
#include "mpi/communicator/making.h"
#include "mpi/object/errhandler.h"

int MPI_Comm_set_errhandler(MPI_Comm comm, MPI_Errhandler errhandler) {
    COMM_OR_RETURN(object, comm);
    RETURN_UNLESS_HANDLER(comm, __func__, errhandler);
    errhandler_replace(comm_errhandler_place(object), errhandler);
    return MPI_SUCCESS;
}

/* The caller gets a reference to the handler, and has to free it. */
int MPI_Comm_get_errhandler(MPI_Comm comm, MPI_Errhandler *errhandler) {
    COMM_OR_RETURN(object, comm, errhandler);
    *errhandler = comm_errhandler(object);
    errhandler_keep(*errhandler);
    return MPI_SUCCESS;
}

int MPI_Comm_call_errhandler(MPI_Comm comm, int errorcode) {
    COMM_OR_RETURN(object, comm);
    (void)object;
    return errhandler_call(__func__, comm, errorcode);
}
