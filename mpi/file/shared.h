/* The shared pointer of a file (MPI 5.0, section 14.4.4): a number of etypes in a window of rank 0.
 */
#ifndef MPI_FILE_SHARED_H
#define MPI_FILE_SHARED_H

#include "mpi/file/access.h"

/* Make the window of a file that all its processes open, and free it: all of them call this. Only
 * programs that use the shared pointer have them, so open.c declares them as weak. */
void shared_pointer_open(MPI_File file);
void shared_pointer_close(MPI_File file);

/* Sets the pointer. All processes call this, and when it returns at one of them, it is set. */
void shared_pointer_set(MPI_File file, MPI_Offset position);

/* Returns it. */
MPI_Offset shared_pointer_get(MPI_File file);

/* Carry out an access by the pointer: by one process, or by all in the order of their ranks. Return
 * an error, raised. */
int shared_pointer_access(struct access *access);
int shared_pointer_ordered(struct access *access);

#endif
