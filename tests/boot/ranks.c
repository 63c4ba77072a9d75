/* ranks COUNT: the program runs on the nodes 0 .. COUNT - 1. Each sends its number to the node
 * three places on, also through nodes that only forward. */
#include <stdio.h>
#include <stdlib.h>

#include "cube.h"

enum { DISTANCE = 3 };

__attribute__((constructor)) static void construct(void) {
    printf("node %d begins\n", cube_node());
}

int main(int argc, char *argv[]) {
    int ranks = argc == 2 ? atoi(argv[1]) : cube_nodes();
    int mine = cube_node(), theirs = -1;
    int to = (mine + DISTANCE) % ranks, from = (mine + ranks - DISTANCE % ranks) % ranks;
    if (cube_send(to, &mine, sizeof mine) != 0 || cube_recv(from, &theirs, sizeof theirs) != 0)
        return 1;
    printf("node %d of %d got %d\n", mine, cube_nodes(), theirs);
    return theirs == from ? 0 : 1;
}
