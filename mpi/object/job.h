/* The end of all processes at once. */
#ifndef MPI_JOB_H
#define MPI_JOB_H

#include <stdbool.h>

#include "compiler.h"

/* Ends the programs of all processes (MPI 5.0, sections 9.3 and 11.4). What this process has
 * written is put out first. The exit status is the low byte of `code`, or 1 if that byte is 0. */
_Noreturn void job_end(int code);

/* Where MPI is between MPI_Init and MPI_Finalize (section 11.4). */
extern NODE_LOCAL bool job_initialized, job_finalized;

/* Whether the run goes on when a process dies (mpiexec --with-ft ulfm). */
extern NODE_LOCAL bool job_survives;

/* Returns why MPI_COMM_WORLD cannot be used now, for reports; null while it can. */
const char *job_missing_world(void);

/* Returns why a handle may be none, for reports: MPI has not been started, or has ended. Null while
 * there is no such reason. Programs with sessions have a function of their own of this name
 * (mpi/session/running.c). Who calls it has a weak symbol of it, so that the linker does not look
 * for that function. */
const char *job_missing(void);

#endif
