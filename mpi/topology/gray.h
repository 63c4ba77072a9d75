/* Grids and tori on the cube by Gray codes (Ozveren, section 2.1.3: a mesh whose extents are powers
 * of two is a part of the cube, because the code of each coordinate changes in one bit from one
 * place to the next). */
#ifndef MPI_TOPOLOGY_GRAY_H
#define MPI_TOPOLOGY_GRAY_H

#include <stdbool.h>

/* Places a grid on processes that run on `node[0 .. processes - 1]`: place[v] becomes the process
 * for the position of rank v, in the order of MPI_Cart_create (the last coordinate counts fastest).
 * process_at[] is room for CUBE_MAX_NODES numbers, too many for a small stack.
 *
 * A coordinate of extent e takes ceil(log2 e) dimensions of the least subcube that has all the
 * processes. Returns false, and leaves `place` undefined, if there are not N dimensions, or
 * if no process is at a node that the codes lead to.
 *
 * All neighbours in the grid are then neighbours on the cube, with one exception: on each ring of
 * odd extent, one pair of neighbours is two links apart, because a cube has no circles of odd
 * length. So no placement needs fewer links in all. */
bool gray_place(int dimensions, const int extents[], const int periodic[], int processes,
                const int node[], int process_at[], int place[]);

#endif
