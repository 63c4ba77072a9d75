/* Tests of rare features of MPI. Each CORNER is a test on an intracommunicator, each BETWEEN one on
 * an intercommunicator. No list names them: main.c calls those of a file in their order, with each
 * of its communicators. */
#ifndef CORNERS_H
#define CORNERS_H

#include <mpi.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* This process's rank in the communicator of the test, and its neighbours on a ring. */
extern _Thread_local int rank, size, next, before;

enum corners_kind { CORNERS_WITHIN, CORNERS_BETWEEN, CORNERS_KINDS };
void corners_list(enum corners_kind kind, void (*test)(MPI_Comm comm));

#define CORNER(name)  CORNERS_TEST(name, CORNERS_WITHIN)
#define BETWEEN(name) CORNERS_TEST(name, CORNERS_BETWEEN)
#define CORNERS_TEST(name, kind)                                                                   \
    static void name(MPI_Comm comm);                                                               \
    static __attribute__((__constructor__)) void list_##name(void) {                               \
        corners_list(kind, name);                                                                  \
    }                                                                                              \
    static void name(__attribute__((__unused__)) MPI_Comm comm)

/* Notes a failure if a condition does not hold: prints the condition and its place, and counts
 * it. */
#define check(condition) corners_note((condition) != 0, #condition, __FILE__, __LINE__)
void corners_note(int holds, const char *condition, const char *file, int line);

/* Checks that a call returns an error of this class. The communicator has MPI_ERRORS_RETURN. */
#define refused(class, call) check(corners_class(call) == (class))
int corners_class(int error);

/* Returns how many elements of a type a message had. */
int corners_count(const MPI_Status *status, MPI_Datatype type);

/* Makes a ring of all processes, with MPI_ERRORS_RETURN. */
MPI_Comm corners_ring(MPI_Comm comm);

void corners_free(int count, MPI_Request requests[]);

/* Addresses that fault when accessed. A compiler that knows the array warns of it. */
#define NO_BUFFER ((void *)1)
#define NO_TYPE   ((MPI_Datatype)0x1001)
#define NO_OP     ((MPI_Op)0x1001)
extern int *no_array;

#endif
