/* What a program has not received, waited for or freed when it calls MPI_Finalize. */
#ifndef MPI_LEFTOVERS_H
#define MPI_LEFTOVERS_H

#include <stdbool.h>

#include "mpi.h"
#include "net/wait.h"

/* Writes this process's leftovers, unless others tell enough: unreceived messages, requests,
 * communicators, and datatypes in the strict mode. All processes call it, as finalize_sum. Returns
 * whether any of them has any. */
bool leftover_report(void);

/* Fills in a detail for the report of a deadlock (wait_unmatched) if unmatched messages have
 * arrived: a receive may wait for one that came with another tag, from another rank, or on another
 * communicator. */
void leftover_unmatched(struct cube_detail *detail);

/* ---- Objects that were not freed, such as windows and files ---- */

/* Makes MPI_Finalize call *report, which returns the result of left_told. Called when an object is
 * made; *key is this process's, and MPI_KEYVAL_INVALID before the first one. Returns MPI_SUCCESS,
 * or an error class. */
int left_start(int *key, MPI_Comm_delete_attr_function *report);

/* Notes for leftover_report `count` objects of kind `what` that were not freed by the function
 * `frees`, and the name of the newest, which stays where it is. Returns MPI_SUCCESS. */
int left_told(int *key, int count, const char *what, const char *newest, const char *frees);

/* Returns whether any objects have been noted. Writes them if `place`, where the process is, is not
 * null. */
bool left_objects(const char *place);

#endif
