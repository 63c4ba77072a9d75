/* The sum of all node numbers: it comes to every node. */
#include <cube.h>
#include <stdio.h>

int main(void) {
    int sum = cube_node(), theirs;

    for (int dimension = 0; dimension < cube_dim(); dimension++) {
        cube_link_send(dimension, &sum, sizeof sum);
        cube_link_recv(dimension, &theirs, sizeof theirs);
        sum += theirs;
    }
    if (cube_node() == cube_nodes() - 1)
        printf("the last node knows it, too: %d\n", sum);
    return 0;
}
