/* Receives (MPI 5.0, sections 3.2.4, 3.7.2 and 3.9). */
#include "mpi/message/message.h"
#include "mpi/message/progress.h"
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
    progress_until_ended(__func__, &transfer);
    status_of_receive(status, &transfer, comm_object(comm));
    return message_raise(__func__, comm_object(comm), &transfer);
}

MPI_CALL(int, Irecv, void *buf, int count, MPI_Datatype datatype, int source, int tag,
         MPI_Comm comm, MPI_Request *request) {
    return message_begin(__func__, &(struct arguments){buf, count, datatype, source, tag, comm},
                         TRANSFER_STANDARD, true, false, request);
}

MPI_CALL(int, Recv_init, void *buf, int count, MPI_Datatype datatype, int source, int tag,
         MPI_Comm comm, MPI_Request *request) {
    return message_begin(__func__, &(struct arguments){buf, count, datatype, source, tag, comm},
                         TRANSFER_STANDARD, true, true, request);
}
