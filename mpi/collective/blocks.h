/* The blocks of a buffer, one for each process, as the arguments of the collective operations
 * describe them (MPI 5.0, sections 6.5 to 6.8). */
#ifndef MPI_BLOCKS_H
#define MPI_BLOCKS_H

#include "mpi.h"
#include "mpi/collective/schedule.h"

/* What is not in an operation's arguments is null. */
struct blocks {
    void *buffer;
    MPI_Datatype type;         /* of all blocks, or */
    const MPI_Datatype *types; /* of each */
    MPI_Count count;           /* elements of all blocks, or */
    const int *counts;         /* of each */
    const int *displacements;  /* of each: in extents of `type`, or in bytes if there are `types` */
    const MPI_Aint *addresses; /* of each: in bytes */
};

/* Block `number`. Without displacements blocks of one count follow each other. */
struct part blocks_at(const struct blocks *blocks, int number);

/* The bytes of block `number`. */
static inline MPI_Count blocks_size(const struct blocks *blocks, int number) {
    return part_size(blocks_at(blocks, number));
}

#endif
