/* MPI in programs with sessions (MPI 5.0, section 11.3). Where a session is opened and closed is
 * this process's own affair, and messages may come from those that have opened theirs. So MPI runs
 * from before main to the end of the process: all processes start it together, and end it together.
 * MPI_Init and MPI_Finalize only show and hide MPI_COMM_WORLD and MPI_COMM_SELF. Programs without
 * sessions are linked without this. */
#ifndef MPI_RUNNING_H
#define MPI_RUNNING_H

#include "compiler.h"
#include "mpi.h"

/* How many sessions are open at this process. At its end none may be. */
extern NODE_LOCAL int running_sessions;

#endif
