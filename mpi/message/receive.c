/* Receives (MPI 5.0, sections 3.2.4, 3.7.2 and 3.9). */
#include "mpi/message/message.h"
#include "mpi/object/error.h"
#include "mpi/object/profile.h"
#include "net/active.h"

MPI_CALL(int, Recv, void *buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
         MPI_Status *status) {
    struct transfer transfer;
    int error = arguments_of_receive(
        __func__, &(struct arguments){buf, count, datatype, source, tag, comm}, &transfer);
    if (error != MPI_SUCCESS)
        return error;
    if (transfer.world == MPI_PROC_NULL) {
        status_of_nobody(status);
        return MPI_SUCCESS;
    }
    transfer_receive(&transfer);
    active_pass();
    transfer_wait(&transfer, "MPI_Recv");
    status_of_receive(status, &transfer, comm_object(comm));
    if (transfer.error != MPI_SUCCESS)
        return error_raise(comm, __func__, transfer.error, "TODO");
    return MPI_SUCCESS;
}

MPI_CALL(int, Irecv, void *buf, int count, MPI_Datatype datatype, int source, int tag,
         MPI_Comm comm, MPI_Request *request) {
    return message_receive(__func__, &(struct arguments){buf, count, datatype, source, tag, comm},
                           false, request);
}

MPI_CALL(int, Recv_init, void *buf, int count, MPI_Datatype datatype, int source, int tag,
         MPI_Comm comm, MPI_Request *request) {
    return message_receive(__func__, &(struct arguments){buf, count, datatype, source, tag, comm},
                           true, request);
}
