/* Lab 1: each node hands BYTES bytes to the node after it on the ring of Gray codes.
 *
 * Usage: ring BYTES
 *
 * This program is a skeleton: README.md says what is to be done. */
#include <cube.h>
#include <stdio.h>
#include <stdlib.h>

/* The dimension of the link to a neighbour: the one bit in which the numbers of both differ. */
static int link_to(int neighbour) {
    return __builtin_ctz((unsigned)(cube_node() ^ neighbour));
}

/* What a node begins with, and whether what has come is what `node` began with. */
static void fill(unsigned char *block, size_t bytes, int node) {
    for (size_t i = 0; i < bytes; i++)
        block[i] = (unsigned char)(node * 31 + (int)i);
}

static int is_of(const unsigned char *block, size_t bytes, int node) {
    for (size_t i = 0; i < bytes; i++)
        if (block[i] != (unsigned char)(node * 31 + (int)i))
            return 0;
    return 1;
}

int main(int argc, char *argv[]) {
    size_t bytes = argc > 1 ? strtoul(argv[1], NULL, 10) : 8;
    unsigned char *mine = malloc(bytes), *theirs = malloc(bytes);
    int node = cube_node();
    int place = cube_gray_inverse(node); /* ours on the ring: 0 .. nodes - 1 */

    if (!mine || !theirs)
        return 1;
    fill(mine, bytes, node);

    /* TODO: the nodes before and after this one on the ring. The ring is closed. */
    int before = cube_gray(place ^ 1), after = before;

    /* TODO: this is a deadlock. Mend it for messages of any length. */
    cube_link_recv(link_to(before), theirs, bytes);
    cube_link_send(link_to(after), mine, bytes);

    printf("node %d heard from node %d\n", node, is_of(theirs, bytes, before) ? before : -1);
    free(mine);
    free(theirs);
    return 0;
}
