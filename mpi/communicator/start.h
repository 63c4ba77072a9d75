/* The work of MPI_Init and MPI_Finalize. */
#ifndef MPI_START_H
#define MPI_START_H

#include "mpi/object/communicator.h"

/* Start MPI at this process, and end it; all processes call both. The end reports leftovers. Return
 * MPI_SUCCESS, or an error class that has been raised. */
int start_all(void);
int finish_all(void);

/* The same, in programs without sessions: there MPI is the World Model alone. Otherwise they begin
 * and end the World Model, and MPI goes on (mpi/session/session.h). */
int start_world(void);
int finish_world(void);

/* Whether this program can spawn processes. Programs that can have another variable of this name
 * (mpi/session/service.c). */
extern bool start_spawns;

/* The program ends without having called `missing`: reports this if the status is 0. Returns the
 * status with which the process ends. */
int start_unfinished(int status, const char *missing);

/* This process ends a communicator: comm_ends, between the first message and MPI_Finalize. Tells
 * its leader, so that its context can be chosen again (mpi/object/context.h). */
void ending_tell(const struct MPI_ABI_Comm *comm);

#endif
