/* Each node sends an array to the next one in a ring. */
#include <cube.h>
#include <stdio.h>

enum { COUNT = 4096 };
static double mine[COUNT], theirs[COUNT];

static void shift(void) {
    int nodes = cube_nodes(), next = (cube_node() + 1) % nodes,
        last = (cube_node() + nodes - 1) % nodes;
    cube_send(next, mine, sizeof mine);
    cube_recv(last, theirs, sizeof theirs);
}

int main(void) {
    for (int i = 0; i < cube_nodes(); i++)
        shift();
    printf("node %d has seen all\n", cube_node());
}
