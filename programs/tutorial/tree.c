/* The sum of all node numbers, along a tree: it comes to node 0. */
#include <cube.h>
#include <stdio.h>

int main(void) {
    int node = cube_node(), sum = node, theirs;

    for (int dimension = 0; dimension < cube_dim(); dimension++) {
        if (node & 1 << dimension) {
            cube_link_send(dimension, &sum, sizeof sum);
            return 0; /* this node's part is done */
        }
        cube_link_recv(dimension, &theirs, sizeof theirs);
        sum += theirs;
    }
    printf("the sum of all is %d\n", sum);
    return 0;
}
