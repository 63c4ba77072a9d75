/* The end of all processes at once. */
#ifndef MPI_JOB_H
#define MPI_JOB_H

#include <stdbool.h>

#include "compiler.h"

/* Ends the programs of all processes (MPI 5.0, sections 9.3 and 11.4). This process's output is
 * flushed first. The exit status is the low byte of `code`, or 1 if that byte is 0. */
_Noreturn void job_end(int code);

/* Where MPI is between MPI_Init and MPI_Finalize (section 11.4). */
extern NODE_LOCAL bool job_initialized, job_finalized;

/* Whether the run goes on when a process dies (mpiexec --with-ft ulfm). */
extern NODE_LOCAL bool job_survives;

/* Returns why MPI_COMM_WORLD cannot be used now, for reports; null while it can. */
const char *job_missing_world(void);

/* Returns a cause of an invalid handle, for reports: MPI has not been started, or has ended;
 * otherwise null. Programs with sessions have another function of this name
 * (mpi/session/running.c). Its symbol is weak here, so that the linker does not look for that
 * function. */
const char *job_missing(void);

#endif
