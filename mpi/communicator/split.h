/* What the splitting of communicators of both kinds shares. */
#ifndef MPI_SPLIT_H
#define MPI_SPLIT_H

#include <stdbool.h>
#include <stdint.h>

#include "mpi.h"

/* What a process tells all others. */
struct vote {
    int colour, key;
    uint32_t offer;
};

/* Makes the group of those with a colour, in the order of their keys. *first becomes the rank in
 * `whole` of the new group's first process. */
bool split_group(MPI_Group whole, const struct vote votes[], int colour, MPI_Group *newgroup,
                 int *first);

/* Makes what a process with a colour gets of an intercommunicator, of whose processes these are the
 * votes. Returns errors as making_end does (making.h). */
int split_between(MPI_Comm comm, const struct vote votes[], int colour, MPI_Comm *newcomm);

#endif
