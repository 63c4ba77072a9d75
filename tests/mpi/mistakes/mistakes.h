/* Wrong programs, of each case with its right twin. The first argument chooses a case; `right` runs
 * all twins. The table of what is told is tests/machine/mpi_mistakes.t. Two ranks. */
#ifndef MISTAKES_H
#define MISTAKES_H

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WORLD  MPI_COMM_WORLD
#define IGNORE MPI_STATUS_IGNORE

extern int wrong; /* whether the mistake is made */
extern int rank, other, a[8], b[8];
extern MPI_Request request;

/* Whether this case is to run. */
int is(const char *name);

static inline void barrier(void) {
    MPI_Barrier(WORLD);
}

/* The cases by their kind. */
void make_calls(void);
void give_arguments(void);
void use_types(void);
void leave_resources(void);
void match_messages(void);
void race(void);
void order_messages(void);
void use_windows(void);
void race_in_windows(void);

#endif
