/* The end of all processes at once. */
#ifndef MPI_JOB_H
#define MPI_JOB_H

/* Ends the programs of all processes (MPI 5.0, sections 9.3 and 11.4). What this process has
 * written is put out first. The exit status is the low byte of `code`, or 1 if that byte is 0. */
_Noreturn void job_end(int code);

#endif
