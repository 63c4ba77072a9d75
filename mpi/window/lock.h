/* Locks (MPI 5.0, section 12.5.3). The lock of a process's window is kept by that process: it is
 * had by one process alone, or shared by several. Those that ask get it in the order in which they
 * have asked; so one that wants it for itself does not wait for ever. */
#ifndef MPI_WINDOW_LOCK_H
#define MPI_WINDOW_LOCK_H

#include <stdbool.h>
#include <stdint.h>

#include "mpi.h"

/* Asks a target for its lock, and waits for it in the function `call`. With MPI_MODE_NOCHECK
 * nobody is asked. */
void lock_take(const char *call, MPI_Win window, int rank, bool exclusive, int assertion);

/* Gives the lock of a target back, behind all operations on it. The target answers DONE. */
void lock_give_back(MPI_Win window, int rank);

/* Handlers: a process asks for the lock of this process, at the time `time`, or gives back the one
 * that it holds. lock_asked returns whether it may. */
bool lock_asked(MPI_Win window, int rank, bool exclusive, uint64_t time);
void lock_returned(MPI_Win window, int rank, uint64_t time);

#endif
