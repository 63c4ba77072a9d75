/* Buffers for sends in the buffered mode (MPI 5.0, section 3.6): that of the process (buffer.c),
 * and those of communicators (buffer_own.c). */
#ifndef MPI_BUFFER_H
#define MPI_BUFFER_H

#include "mpi.h"
#include "mpi/message/transfer.h"

struct block;

struct buffer {
    void *given; /* the user's buffer, or null; or MPI_BUFFER_AUTOMATIC */
    int bytes;   /* its size */
    struct block *first;
};

/* Copies a message into a buffer and sends it from there. *transfer then says which message was
 * sent, so that this message can be cancelled. Returns MPI_SUCCESS, or MPI_ERR_BUFFER raised in the
 * function `call` if the buffer has no room. */
int buffer_send_from(struct buffer *buffer, const char *call, struct transfer *transfer);

/* The same from the process's buffer. */
int buffer_send_shared(const char *call, struct transfer *transfer);

/* The same from the buffer that a communicator has. In programs without buffers of communicators
 * that is the process's. */
int buffer_send(const char *call, struct transfer *transfer);

/* Attach memory to a buffer, wait until all its messages have been sent, detach it after that, and
 * make a request that is done when those of now have been sent. They raise errors in the function
 * `call` on `comm`, and return their classes. */
int buffer_attach(struct buffer *buffer, const char *call, MPI_Comm comm, void *attached, int size);
void buffer_flush(const struct buffer *buffer, const char *call);
void buffer_detach(struct buffer *buffer, const char *call, void *buffer_addr, int *size);
int buffer_iflush(struct buffer *buffer, const char *call, MPI_Comm comm, MPI_Request *request);

/* A communicator ends, and so does its use of the buffer. Returns false if messages are still to be
 * sent from there; then this process keeps the buffer's state by the context. */
bool buffer_forget(const struct MPI_ABI_Comm *comm);

#endif
