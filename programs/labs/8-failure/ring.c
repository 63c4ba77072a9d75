/* Lab 8: a token goes once around a ring of all nodes, one link of which is dead.
 *
 * Each node adds a number of its own to the token.
 *
 * Usage: ring NODE DIMENSION; the link of that node on that dimension is dead.
 *
 * This program is a skeleton: README.md has the task. */
#include <cube.h>
#include <stdio.h>
#include <stdlib.h>

static int dead_node, dead_dimension;

/* A number that no other node knows (cuberun --secret). */
static unsigned secret(void) {
    const char *text = getenv("CUBE_SECRET");
    return text ? (unsigned)strtoul(text, NULL, 0) : (unsigned)cube_node();
}

/* The node at a place of the ring, 0 .. nodes - 1, and the place of a node. */
static int node_at(int place) {
    return cube_gray(place); /* TODO: another ring, which does without the dead link */
}

static int place_of(int node) {
    int place = 0;
    while (node_at(place) != node)
        place++;
    return place;
}

/* The dimension of the link to a neighbour: the one bit in which the numbers of both differ. */
static int link_to(int neighbour) {
    return __builtin_ctz((unsigned)(cube_node() ^ neighbour));
}

int main(int argc, char *argv[]) {
    int nodes = cube_nodes();
    unsigned token = 0;

    if (argc < 3)
        return 1;
    dead_node = atoi(argv[1]);
    dead_dimension = atoi(argv[2]);
    (void)dead_node, (void)dead_dimension;

    int place = place_of(cube_node());
    int before = node_at((place + nodes - 1) % nodes), after = node_at((place + 1) % nodes);
    if (place > 0)
        cube_link_recv(link_to(before), &token, sizeof token);
    token += secret() % 65536;
    cube_link_send(link_to(after), &token, sizeof token);
    if (place == 0) {
        cube_link_recv(link_to(before), &token, sizeof token);
        printf("the token is back with %u\n", token);
    }
    return 0;
}
