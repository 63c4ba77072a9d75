/* Collective operations for the library's own use, such as the making of communicators. All
 * processes of an intracommunicator, which is given as an object, call the same ones in the same
 * order. They return when this process has done its part, with MPI_SUCCESS or an error's class,
 * which has not been raised: MPI_ERR_NO_MEM, or what is wrong where processes made other calls. */
#ifndef MPI_COLLECTIVE_H
#define MPI_COLLECTIVE_H

#include <stddef.h>
#include <stdint.h>

#include "mpi.h"

/* Block r of `receive` becomes what `send` of rank r has: `bytes` bytes. */
int collective_allgather(MPI_Comm comm, const void *send, void *receive, size_t bytes);

/* `receive` becomes what `send` of the process with the rank before has, in a circle. */
int collective_pass_round(MPI_Comm comm, const void *send, void *receive, size_t bytes);

/* What `buffer` of the root has comes to `buffer` of all: `bytes` bytes. */
int collective_broadcast(MPI_Comm comm, void *buffer, size_t bytes, int root);

/* Of each of `count` values the greatest or the least of all processes. */
int collective_greatest(MPI_Comm comm, int64_t values[], int count);
int collective_least(MPI_Comm comm, int64_t values[], int count);

#endif
