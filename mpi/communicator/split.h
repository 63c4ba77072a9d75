/* What the splitting of intracommunicators and of intercommunicators share. */
#ifndef MPI_SPLIT_H
#define MPI_SPLIT_H

#include <stdbool.h>
#include <stdint.h>

#include "mpi.h"

/* What a process tells all others, for MPI_Comm_split. */
struct vote {
    int colour, key;
    uint32_t offer;
};

/* Makes the group of the processes with a colour, in the order of their keys. *first becomes the
 * rank in `whole` of the new group's first process, or MPI_UNDEFINED if there is none. Returns
 * whether there was memory. */
bool split_group(MPI_Group whole, const struct vote votes[], int colour, MPI_Group *newgroup,
                 int *first);

/* Splits an intercommunicator: makes the new one of the processes with this colour. `votes` are
 * those of all processes of both groups. Returns the same errors as making_end (making.h). */
int split_between(MPI_Comm comm, const struct vote votes[], int colour, MPI_Comm *newcomm);

#endif
