/* The names of nodes in reports. */
#ifndef KERNEL_CALLED_H
#define KERNEL_CALLED_H

#include <stdbool.h>
#include <stdint.h>

enum { CALLED_BYTES = 32 };

struct called {
    char text[CALLED_BYTES];
};

/* Sets whether the user counts ranks (cuberun --ranks, and so mpiexec). */
void called_by_rank(bool ranks);

/* Returns "node 5"; or if the user counts ranks, for a node that runs the program, "rank 5", or
 * "rank 3 (node 5)" if the numbers differ. Called after faults_read (kernel/faults/faults.h). */
struct called called(uint32_t node);

#endif
