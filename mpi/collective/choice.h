/* Algorithms that are chosen by the user: by an info key of the communicator, "graycube_allreduce",
 * or else by an environment variable, CUBE_MPI_ALLREDUCE. On a subcube, where cube.h carries out
 * the call, the value is a name of the catalogue, such as allreduce-halving. Elsewhere it is
 * few-rounds or few-bytes, and other values are ignored. */
#ifndef MPI_CHOICE_H
#define MPI_CHOICE_H

#include <stdbool.h>

#include "mpi.h"
#include "mpi/collective/build.h"

/* Whether an algorithm may have been chosen for a communicator: it has an info object, or there is
 * such an environment variable. */
bool choice_is_made(MPI_Comm comm);

/* The catalogue's algorithm that has been chosen for an operation, or null. */
const char *choice_algorithm(MPI_Comm comm, const char *operation);

/* The way that has been chosen for an operation that goes by messages. */
enum way choice_way(MPI_Comm comm, const char *operation);

#endif
