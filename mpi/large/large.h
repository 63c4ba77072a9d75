/* Large counts (MPI 5.0, section 2.5.8): a function whose name ends with _c calls the one without
 * it. large.py writes these functions from their declarations. A count that an int cannot hold
 * becomes one element of a type with that number of elements, made for the call. Operations that
 * outlast the call keep these types. */
#ifndef MPI_LARGE_H
#define MPI_LARGE_H

#include <stdint.h>

#include "mpi.h"
#include "mpi/object/error.h"

/* A count and a type that the function without _c takes. */
struct large {
    int count;
    MPI_Datatype type;
    MPI_Datatype made; /* to be freed after the call, or null */
};

/* Fills in the replacement of `count` elements of a type at a buffer. The function without _c
 * reports invalid arguments. Returns MPI_SUCCESS; or raises an error and returns its class:
 * MPI_ERR_COUNT if an MPI_Count cannot hold the bytes, or MPI_ERR_NO_MEM. */
int large_begin(const char *call, MPI_Comm comm, const void *buffer, MPI_Count count,
                MPI_Datatype datatype, struct large *large);
void large_end(struct large *large);

/* Sets *small to a count of elements that are combined, which are no type of their own. Raises
 * MPI_ERR_COUNT if an int cannot hold it. */
int large_count(const char *call, MPI_Comm comm, MPI_Count count, int *small);

/* Lists of counts and of displacements as ints. Insignificant or missing ones are null. */
struct large_list {
    int *counts, *displacements;
};

/* Copies `number` counts and displacements, if given. Raises MPI_ERR_COUNT if an int cannot hold
 * one, or MPI_ERR_NO_MEM. */
int large_list_begin(const char *call, MPI_Comm comm, int number, const MPI_Count counts[],
                     const MPI_Aint displacements[], struct large_list *list);
void large_list_end(struct large_list *list);

/* The number of blocks of a collective call on a communicator: one for each process of the remote
 * group, of the local group, for each source and destination in the topology, or, at the root
 * alone, for each process. It is 0 for an invalid communicator, which the function without _c
 * reports. */
int large_processes(MPI_Comm comm);
int large_own_processes(MPI_Comm comm);
int large_sources(MPI_Comm comm);
int large_destinations(MPI_Comm comm);
int large_at_root(MPI_Comm comm, int root);

/* The buffer of a target, which is not looked at here: any address stands for it. */
#define LARGE_ELSEWHERE ((const void *)UINTPTR_MAX)

#endif
