/* Requests of sends and receives. */
#ifndef MPI_MESSAGE_H
#define MPI_MESSAGE_H

#include "mpi/message/arguments.h"
#include "mpi/message/request.h"
#include "mpi/message/transfer.h"

/* The request of a send or a receive. */
struct message_request {
    struct MPI_ABI_Request request;
    bool receives;
    struct message_request *next_active; /* in the list of those that are active */
    uint64_t sum;                        /* of the first bytes in the buffer */
    MPI_Count summed;                    /* how many */
    bool changed;                        /* whether the program has written to them */
    MPI_Datatype type;                   /* an object, with a reference */
    struct transfer transfer;            /* not begun if its `world` is MPI_PROC_NULL */
};

/* Checks the arguments of a send or a receive, makes a request of this kind, and begins it.
 * MPI_Start begins a persistent one. `call` is the name of the MPI function, for errors. Raises an
 * error if there is one, and returns its class. */
int message_begin(const char *call, const struct arguments *arguments,
                  const struct request_kind *kind, enum transfer_mode mode, bool receives,
                  bool persistent, MPI_Request *request);

/* Defines the functions that begin a message and that make a persistent request of it: their names,
 * the type of the buffer, and the arguments of message_begin. */
#define MESSAGE_STARTED(begins, prepares, buffer, kind, mode, receives)                            \
    int begins(buffer buf, int count, MPI_Datatype datatype, int rank, int tag, MPI_Comm comm,     \
               MPI_Request *request) {                                                             \
        return message_begin(__func__, &(struct arguments){buf, count, datatype, rank, tag, comm}, \
                             &(kind), mode, receives, false, request);                             \
    }                                                                                              \
    int prepares(buffer buf, int count, MPI_Datatype datatype, int rank, int tag, MPI_Comm comm,   \
                 MPI_Request *request) {                                                           \
        return message_begin(__func__, &(struct arguments){buf, count, datatype, rank, tag, comm}, \
                             &(kind), mode, receives, true, request);                              \
    }

/* Makes such a request without beginning it. Its kind has requests that begin with the members of
 * struct message_request. Sets *made to it, or to null after an error, and returns the error's
 * class, raised. */
int message_make(const char *call, const struct arguments *arguments,
                 const struct request_kind *kind, bool receives, bool persistent,
                 struct message_request **made);

/* Tells of the buffer of a persistent request that is started (mpi/datatype/used.h). Those of
 * others are told of with their arguments. */
static inline void message_starts(const struct message_request *message) {
    const struct transfer *transfer = &message->transfer;
    if (message->request.persistent && transfer->world != MPI_PROC_NULL)
        elements_used(message->receives ? BUFFER_GIVEN : BUFFER_READ, transfer->layout,
                      transfer->buffer, transfer->count);
}

/* The kind of a request that transfers one message. Other kinds that have some of its functions
 * call them by these names. */
extern const struct request_kind message_kind;
int message_finish(MPI_Request request, MPI_Status *status);
void message_cancel(MPI_Request request);
void message_release(MPI_Request request);

/* Raises the error of a transfer that is done, in the function `call`. Returns its class, or
 * MPI_SUCCESS. */
int message_raise(const char *call, const struct transfer *transfer);

/* ---- Buffers of active requests ----
 *
 * With MPI_STRICT=1 (strict.h): whether the buffers of active requests overlap, or are written by
 * the program (MPI 5.0, sections 3.7.2 and 3.7.4). A sum of the bytes in a buffer is compared when
 * its request ends, and for a receive also before the message arrives. */

/* overlap_begins is called when a request begins. If its buffer overlaps that of an active request,
 * it raises an error in the call that made the request, and returns its class; otherwise it returns
 * MPI_SUCCESS. overlap_arrives is called after the bytes of a message have changed the buffer of a
 * receive, and strict_matches before. overlap_ends is called when the request ends, and returns
 * whether the program has written to its buffer. */
int overlap_begins(struct message_request *message);
void overlap_arrives(const struct transfer *transfer);
bool overlap_ends(struct message_request *message);

/* To be called before the first request, after strict_start. */
void overlap_start(void);

#endif
