/* The arguments that calls about messages have in common, and what is wrong with them. */
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

/* Checks the arguments of a send or a receive, and fills in what the caller of *transfer has to.
 * Raises an error in the function `call` if one is wrong, and returns its class. With
 * MPI_PROC_NULL, transfer->world is that. */
int arguments_of_send(const char *call, const struct arguments *arguments,
                      struct transfer *transfer);
int arguments_of_receive(const char *call, const struct arguments *arguments,
                         struct transfer *transfer);

/* The same for a probe, which has neither a buffer nor a type. */
int arguments_of_probe(const char *call, const struct arguments *arguments,
                       struct transfer *transfer);

/* The object of a communicator, or null after an error was raised. */
MPI_Comm arguments_comm(const char *call, MPI_Comm comm);

/* What a receive's status says. Null status: MPI_STATUS_IGNORE. The rank is that in the group with
 * which `comm` communicates. */
void status_of_receive(MPI_Status *status, const struct transfer *transfer, MPI_Comm comm);

/* What a send's status says: whether it was cancelled. */
void status_of_send(MPI_Status *status, const struct transfer *transfer);

/* The status of an operation with MPI_PROC_NULL (section 3.10), and the empty one (section 3.7.3).
 */
void status_of_nobody(MPI_Status *status);
void status_empty(MPI_Status *status);

#endif
