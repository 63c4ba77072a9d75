/* The common arguments of calls about messages, and their errors. */
#ifndef MPI_ARGUMENTS_H
#define MPI_ARGUMENTS_H

#include "mpi.h"
#include "mpi/message/transfer.h"
#include "mpi/object/communicator.h"

/* The greatest tag: the value of the attribute MPI_TAG_UB. */
enum { TAG_MOST = INT32_MAX };

struct arguments {
    const void *buffer;
    int count;
    MPI_Datatype datatype;
    int rank; /* of the destination or the source */
    int tag;
    MPI_Comm comm;
};

/* Checks the arguments of a send or a receive, and fills in those members of *transfer that the
 * caller of transfer_send or transfer_receive has to fill in. Raises an error in the function
 * `call` if an argument is wrong, and returns its class. If the rank is MPI_PROC_NULL,
 * transfer->world becomes MPI_PROC_NULL. */
int arguments_of_send(const char *call, const struct arguments *arguments,
                      struct transfer *transfer);
int arguments_of_receive(const char *call, const struct arguments *arguments,
                         struct transfer *transfer);

/* Checks the arguments of a probe in the same way. A probe has neither a buffer nor a type. */
int arguments_of_probe(const char *call, const struct arguments *arguments,
                       struct transfer *transfer);

/* Returns the object of a communicator, or null after an error was raised. */
MPI_Comm arguments_comm(const char *call, MPI_Comm comm);

/* Declares the object of a handle, or raises an error and returns from the function in which this
 * stands. Behind the handle may follow pointers that must not be null: COMM_OR_RETURN(object, comm,
 * newcomm). */
#define COMM_OR_RETURN(object, ...) COMM_AND_POINTERS(object, __VA_ARGS__, "")
#define COMM_AND_POINTERS(object, handle, ...)                                                     \
    RETURN_IF_NULL_ON(handle, __VA_ARGS__);                                                        \
    COMM_ARGUMENT_OR_RETURN(object, __func__, handle)

/* Declares what arguments_comm returns, or returns if that is null. */
#define COMM_ARGUMENT_OR_RETURN(object, call, handle)                                              \
    MPI_Comm object = arguments_comm(call, handle);                                                \
    if (!(object))                                                                                 \
    return MPI_ERR_COMM

/* Returns the communicator of requests without one, or null after an error was raised. Programs
 * with sessions have another function of this name (mpi/session/running.c). Its symbol is weak
 * here, so that the linker does not look for that function. */
MPI_Comm arguments_self(const char *call);

/* Fills in the status of a receive. It may be null, which is MPI_STATUS_IGNORE. The rank in it is
 * the sender's in the group with which the communicator communicates. A sender that the receive has
 * not named is looked up there in any case, as by status_source. */
void status_of_receive(MPI_Status *status, const struct transfer *transfer);

/* Returns the rank that a sender has in a status: `world` is its node. Ends the
 * program if it is none of those with which `comm` communicates: then the message was forged. */
int status_source(MPI_Comm comm, uint32_t world);

/* Fills in the status of a send, which says whether it was cancelled. */
void status_of_send(MPI_Status *status, const struct transfer *transfer);

/* Fill in the status of an operation with MPI_PROC_NULL (section 3.10), that of a collective
 * operation, and the empty status (section 3.7.3). Only the last one has an MPI_ERROR: that of an
 * operation is set together with those of others (request.h). */
void status_of_nobody(MPI_Status *status);
void status_of_collective(MPI_Status *status);
void status_empty(MPI_Status *status);

#endif
