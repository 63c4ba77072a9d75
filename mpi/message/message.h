/* Requests of sends and receives. */
#ifndef MPI_MESSAGE_H
#define MPI_MESSAGE_H

#include "mpi/message/arguments.h"
#include "mpi/message/message_request.h"

/* Makes a request of a send or a receive, whose arguments it checks, and begins it, or, if it is
 * persistent, leaves that to MPI_Start. `call` is the function. Returns an error's class, raised.
 */
int message_begin(const char *call, const struct arguments *arguments, enum transfer_mode mode,
                  bool receives, bool persistent, MPI_Request *request);

/* Makes such a request without beginning it, of a kind that begins with the members of struct
 * message. Sets *made to it, or to null after an error, and returns the error's class, raised. */
int message_make(const char *call, const struct arguments *arguments,
                 const struct request_kind *kind, bool receives, bool persistent,
                 struct message **made);

/* A request that transfers once, and how its functions are called where another kind has them,
 * too. */
extern const struct request_kind message_kind;
int message_finish(MPI_Request request, MPI_Status *status);
void message_cancel(MPI_Request request);
void message_release(MPI_Request request);

/* Raises the error of a transfer that is done in the function `call`, and returns its class, or
 * MPI_SUCCESS. */
int message_raise(const char *call, MPI_Comm comm, const struct transfer *transfer);

#endif
