/* The blocks of a buffer, one for each process, as the arguments of the collective operations
 * describe them (MPI 5.0, sections 6.5 to 6.8). */
#ifndef MPI_BLOCKS_H
#define MPI_BLOCKS_H

#include "mpi.h"
#include "mpi/collective/schedule.h"

/* A pointer that an operation's arguments do not give is null. */
struct blocks {
    void *buffer;
    MPI_Datatype type;         /* of all blocks, if `types` is null */
    const MPI_Datatype *types; /* the type of each block, or null */
    MPI_Count count;           /* elements of every block, if `counts` is null */
    const int *counts;         /* elements of each block, or null */
    const int *displacements;  /* of each block, in extents of `type`, or in bytes with `types` */
    const MPI_Aint *addresses; /* displacements of each block in bytes, as MPI_Aint */
};

/* Returns block `number`. Without displacements, blocks of one count follow each other. */
struct part blocks_at(const struct blocks *blocks, int number);

/* Returns the bytes of block `number`. */
static inline MPI_Count blocks_size(const struct blocks *blocks, int number) {
    return part_size(blocks_at(blocks, number));
}

#endif
