/* Requests of sends and receives. */
#ifndef MPI_MESSAGE_H
#define MPI_MESSAGE_H

#include "mpi/message/arguments.h"
#include "mpi/message/message_request.h"

/* Checks the arguments of a send or a receive, makes a request of this kind, and begins it.
 * MPI_Start begins a persistent one. `call` is the name of the MPI function, for errors. Raises an
 * error if there is one, and returns its class. */
int message_begin(const char *call, const struct arguments *arguments,
                  const struct request_kind *kind, enum transfer_mode mode, bool receives,
                  bool persistent, MPI_Request *request);

/* Makes such a request without beginning it. Its kind has requests that begin with the members of
 * struct message_request. Sets *made to it, or to null after an error, and returns the error's
 * class, raised. */
int message_make(const char *call, const struct arguments *arguments,
                 const struct request_kind *kind, bool receives, bool persistent,
                 struct message_request **made);

/* The kind of a request that transfers one message. Other kinds that have some of its functions
 * call them by these names. */
extern const struct request_kind message_kind;
int message_finish(MPI_Request request, MPI_Status *status);
void message_cancel(MPI_Request request);
void message_release(MPI_Request request);

/* Raises the error of a transfer that is done, in the function `call`. Returns its class, or
 * MPI_SUCCESS. */
int message_raise(const char *call, const struct transfer *transfer);

#endif
