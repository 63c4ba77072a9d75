/* Each node has counted and added up something, and node 0 adds up the sums. */
#include <cube.h>
#include <stdio.h>

int main(void) {
    long count = cube_node() + 1, sum = 10 * count, total = sum;
    if (cube_node() != 0) {
        cube_send(0, &count, sizeof count);
        cube_send(0, &sum, sizeof sum);
        return 0;
    }
    for (int node = 1; node < cube_nodes(); node++) {
        long theirs;
        cube_recv(node, &theirs, sizeof theirs);
        total += theirs;
    }
    printf("the sums make %ld\n", total);
}
