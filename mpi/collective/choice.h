/* Algorithms that are chosen by the user, by their names in the catalogue: by an info key of the
 * communicator, "graycube_allreduce", or else by an environment variable, CUBE_MPI_ALLREDUCE. */
#ifndef MPI_CHOICE_H
#define MPI_CHOICE_H

#include <stdbool.h>

#include "mpi.h"

/* Whether some algorithm has been chosen for a communicator. */
bool choice_is_made(MPI_Comm comm);

/* The name of the algorithm that has been chosen for an operation, or null. */
const char *choice_of(MPI_Comm comm, const char *operation);

#endif
