/* Objects that a program has not freed, such as windows and files: MPI_Finalize reports them. */
#ifndef MPI_LEFT_H
#define MPI_LEFT_H

#include "mpi.h"

/* Makes MPI_Finalize call *report, which returns the result of left_told. Called when an object is
 * made; *key is this process's, and MPI_KEYVAL_INVALID before the first one. Returns MPI_SUCCESS,
 * or an error class. */
int left_start(int *key, MPI_Comm_delete_attr_function *report);

/* Reports `count` objects of kind `what` that were not freed by the function `frees`, and the name
 * of the newest. Prints nothing if `count` is 0. In the strict mode the program fails. Returns
 * MPI_SUCCESS. */
int left_told(int *key, int count, const char *what, const char *newest, const char *frees);

#endif
