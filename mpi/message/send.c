/* Sends (MPI 5.0, sections 3.2, 3.4, 3.7.2 and 3.9). A send in the ready mode is one in the
 * standard mode. */
#include "mpi/message/message.h"
#include "mpi/message/progress.h"
#include "mpi/object/profile.h"
#include "net/active.h"

/* Sends and waits. */
static int send_in(const char *call, const struct arguments *arguments, enum transfer_mode mode) {
    struct transfer transfer;
    int error = arguments_of_send(call, arguments, &transfer);
    if (error != MPI_SUCCESS || transfer.world == MPI_PROC_NULL)
        return error;
    transfer.mode = mode;
    transfer_send(&transfer);
    active_pass();
    progress_until_ended(call, &transfer);
    return message_raise(call, comm_object(arguments->comm), &transfer);
}

/* The blocking, the nonblocking and the persistent form of a way to send. */
#define SENDS(name, nonblocking, mode)                                                             \
    MPI_CALL(int, name, const void *buf, int count, MPI_Datatype datatype, int dest, int tag,      \
             MPI_Comm comm) {                                                                      \
        return send_in(__func__, &(struct arguments){buf, count, datatype, dest, tag, comm},       \
                       mode);                                                                      \
    }                                                                                              \
    MPI_CALL(int, nonblocking, const void *buf, int count, MPI_Datatype datatype, int dest,        \
             int tag, MPI_Comm comm, MPI_Request *request) {                                       \
        return message_begin(__func__, &(struct arguments){buf, count, datatype, dest, tag, comm}, \
                             mode, false, false, request);                                         \
    }                                                                                              \
    MPI_CALL(int, name##_init, const void *buf, int count, MPI_Datatype datatype, int dest,        \
             int tag, MPI_Comm comm, MPI_Request *request) {                                       \
        return message_begin(__func__, &(struct arguments){buf, count, datatype, dest, tag, comm}, \
                             mode, false, true, request);                                          \
    }

SENDS(Send, Isend, TRANSFER_STANDARD)
SENDS(Ssend, Issend, TRANSFER_SYNCHRONOUS)
SENDS(Rsend, Irsend, TRANSFER_STANDARD)
