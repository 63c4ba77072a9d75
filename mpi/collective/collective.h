/* Collective operations for the library's own use, such as the making of communicators. All
 * processes of an intracommunicator, which is given as an object, call the same ones in the same
 * order. They return when this process has done its part, with MPI_SUCCESS or an error class, which
 * has not been raised: MPI_ERR_NO_MEM, or that of mismatched calls. */
#ifndef MPI_COLLECTIVE_H
#define MPI_COLLECTIVE_H

#include <stddef.h>

#include "mpi.h"

/* Block r of `receive` becomes a copy of rank r's block at `send`. A block has `bytes` bytes. */
int collective_allgather(MPI_Comm comm, const void *send, void *receive, size_t bytes);

/* `receive` becomes a copy of the `bytes` bytes that the process with the rank before has at
 * `send`. For rank 0 this is the last process. */
int collective_pass_round(MPI_Comm comm, const void *send, void *receive, size_t bytes);

/* The `bytes` bytes at `buffer` of the root come to `buffer` of all processes. */
int collective_broadcast(MPI_Comm comm, void *buffer, size_t bytes, int root);

#endif
