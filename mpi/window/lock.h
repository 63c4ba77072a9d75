/* Locks (MPI 5.0, section 12.5.3). Each process keeps the lock of its window, which is exclusive or
 * shared. It is granted in the order of requests, so an exclusive request does not starve. */
#ifndef MPI_WINDOW_LOCK_H
#define MPI_WINDOW_LOCK_H

#include <stdbool.h>
#include <stdint.h>

#include "mpi.h"

/* Asks a target for its lock, and waits for it in the function `call`. With MPI_MODE_NOCHECK the
 * target is not asked. */
void lock_take(const char *call, MPI_Win window, int rank, bool exclusive, int assertion);

/* Gives the lock of a target back, behind all operations on it. The target answers DONE. */
void lock_give_back(MPI_Win window, int rank);

/* Handlers: a process asks for the lock of this process, at the time `time`, or gives back the one
 * that it holds. lock_asked returns whether it may. */
bool lock_asked(MPI_Win window, int rank, bool exclusive, uint64_t time);
void lock_returned(MPI_Win window, int rank, uint64_t time);

#endif
