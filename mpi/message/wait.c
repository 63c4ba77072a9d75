/* Waiting for requests (MPI 5.0, sections 3.7.3 and 3.7.5). */
#include "net/wait.h"
#include "mpi/datatype/status.h"
#include "mpi/message/arguments.h"
#include "mpi/message/request.h"
#include "mpi/object/error.h"
#include "mpi/object/profile.h"

static void wait_for(MPI_Request request, const char *call) {
    struct waiting waiting = wait_begin(call, CUBE_NOBODY, 0);
    while (!request->done)
        active_wait(&waiting);
}

MPI_CALL(int, Wait, MPI_Request *request, MPI_Status *status) {
    if (*request == NULL)
        return FAIL(MPI_ERR_REQUEST, "the request is null, which is not MPI_REQUEST_NULL");
    if (request_is_idle(*request)) {
        status_empty(status);
        return MPI_SUCCESS;
    }
    wait_for(*request, "MPI_Wait");
    MPI_Comm comm = (*request)->comm;
    int error = request_complete(request, status);
    return error == MPI_SUCCESS ? error : error_raise(comm, __func__, error, "TODO");
}
