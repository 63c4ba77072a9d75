/* Requests of sends and receives. */
#ifndef MPI_MESSAGE_H
#define MPI_MESSAGE_H

#include "mpi/message/arguments.h"
#include "mpi/message/request.h"
#include "mpi/message/transfer.h"

struct message {
    struct MPI_ABI_Request request;
    bool receives;
    MPI_Datatype type;        /* with a reference */
    struct transfer transfer; /* with MPI_PROC_NULL there is none, and `world` is that */
};

/* Makes a request for a transfer whose arguments have been checked, and begins it, or, if it is
 * persistent, leaves that to MPI_Start. `call` is the function, for reports. Returns an error's
 * class, raised. */
int message_send(const char *call, const struct arguments *arguments, enum transfer_mode mode,
                 bool persistent, MPI_Request *request);
int message_receive(const char *call, const struct arguments *arguments, bool persistent,
                    MPI_Request *request);

#endif
