/* Tests of rare features of MPI. Each file has one function. main.c calls it with its
 * communicators. */
#ifndef CORNERS_H
#define CORNERS_H

#include <mpi.h>

/* Notes a failure if a condition does not hold: prints the condition and its place, and counts
 * it. */
#define check(condition) corners_note((condition) != 0, #condition, __FILE__, __LINE__)
void corners_note(int holds, const char *condition, const char *file, int line);

/* Checks that a call returns an error of this class. The communicator has MPI_ERRORS_RETURN. */
#define refused(class, call) check(corners_class(call) == (class))
int corners_class(int error);

/* Addresses that fault when accessed. A compiler that knows the array warns of it. */
#define NO_BUFFER ((void *)1)
#define NO_TYPE   ((MPI_Datatype)0x1001)
#define NO_OP     ((MPI_Op)0x1001)
extern int *no_array;

/* These take an intracommunicator. */
void corners_arguments(MPI_Comm comm);   /* refused and accepted arguments */
void corners_types(MPI_Comm comm);       /* types with gaps, absolute addresses, unequal types */
void corners_outstanding(MPI_Comm comm); /* many at once, done in another order */
void corners_prepared(MPI_Comm comm);    /* persistent operations, started in any order */
void corners_messages(MPI_Comm comm);    /* counts, probes, buffered sends, errors */
void corners_requests(MPI_Comm comm);    /* null, inactive, persistent, cancelled */
void corners_partitions(MPI_Comm comm);  /* messages in partitions, generalized requests, flushes */
void corners_large(MPI_Comm comm);       /* large counts */
void corners_nobody(MPI_Comm comm);      /* MPI_PROC_NULL in every call */
void corners_freed(MPI_Comm comm);       /* freed handles */
void corners_windows(MPI_Comm comm);     /* windows: refused arguments, and queries */
void corners_files(MPI_Comm comm);       /* files: refused arguments, and queries */
void corners_objects(MPI_Comm comm);     /* attributes, info, groups, names, error codes */

/* These take an intercommunicator. */
void corners_between(MPI_Comm comm);
void corners_prepared_between(MPI_Comm comm);

/* This takes an intracommunicator, and makes topologies from it. */
void corners_neighbours(MPI_Comm comm);

#endif
