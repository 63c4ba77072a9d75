/* Each node prints its number, and those of its neighbours. */
#include <cube.h>
#include <stdio.h>

int main(void) {
    int node = cube_node();
    printf("node %d of %d has the neighbours", node, cube_nodes());
    for (int dimension = 0; dimension < cube_dim(); dimension++)
        printf(" %d", node ^ 1 << dimension);
    printf("\n");
    return 0;
}
