/* A token goes once around the ring of Gray codes, and each node adds its number to it. */
#include "link_to.h"
#include <stdio.h>

int main(void) {
    int nodes = cube_nodes();
    int place = cube_gray_inverse(cube_node()); /* ours on the ring: 0 .. nodes - 1 */
    int before = cube_gray((place + nodes - 1) % nodes);
    int after = cube_gray((place + 1) % nodes);
    int token = 0;

    if (nodes == 1)
        return 0; /* there is no link from a node to itself */
    if (place > 0)
        cube_link_recv(link_to(before), &token, sizeof token);
    token += cube_node();
    cube_link_send(link_to(after), &token, sizeof token);
    if (place == 0) {
        cube_link_recv(link_to(before), &token, sizeof token);
        printf("the token is back with %d\n", token);
    }
    return 0;
}
