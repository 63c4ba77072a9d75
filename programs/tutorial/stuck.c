/* Each node wants to know the number of the node before it on the ring. This program is wrong. */
#include "link_to.h"
#include <stdio.h>

int main(void) {
    int nodes = cube_nodes(), node = cube_node(), theirs;
    int place = cube_gray_inverse(node);
    int before = cube_gray((place + nodes - 1) % nodes);
    int after = cube_gray((place + 1) % nodes);

    cube_link_recv(link_to(before), &theirs, sizeof theirs);
    cube_link_send(link_to(after), &node, sizeof node);
    printf("before node %d comes node %d\n", node, theirs);
    return 0;
}
