/* What a program has made and not freed, such as windows and files: MPI_Finalize tells of it. */
#ifndef MPI_LEFT_H
#define MPI_LEFT_H

#include "mpi.h"

/* From now on MPI_Finalize calls *report, which returns what left_told returns. Called when one is
 * made; *key is MPI_KEYVAL_INVALID before the first one, and is this process's. Returns
 * MPI_SUCCESS, or an error's class. */
int left_start(int *key, MPI_Comm_delete_attr_function *report);

/* Tells of `count` things that are left, of which the newest has that name: each is a `what`, which
 * the function `frees` frees. Says nothing of none. In the strict mode the program fails. Returns
 * MPI_SUCCESS. */
int left_told(int *key, int count, const char *what, const char *newest, const char *frees);

#endif
