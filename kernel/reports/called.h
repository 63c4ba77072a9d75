/* What reports call a node. */
#ifndef KERNEL_CALLED_H
#define KERNEL_CALLED_H

#include <stdbool.h>
#include <stdint.h>

enum { CALLED_BYTES = 32 };

struct called {
    char text[CALLED_BYTES];
};

/* Settles whether the user counts ranks (cuberun --ranks, and so mpiexec). */
void called_by_rank(bool ranks);

/* Returns "node 5"; or where the user counts ranks, "rank 5", or "rank 3 (node 5)" if the numbers
 * differ, for a node that runs the program. To be asked after dead_read. */
struct called called(uint32_t node);

#endif
