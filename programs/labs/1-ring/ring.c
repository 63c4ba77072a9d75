/* Lab 1: each node hands BYTES bytes to the node after it on the ring of Gray codes.
 *
 * Usage: ring BYTES
 *
 * This program is a skeleton: README.md has the task. */
#include <cube.h>
#include <stdio.h>
#include <stdlib.h>

/* The dimension of the link to a neighbour: the one bit in which the numbers of both differ. */
static int link_to(int neighbour) {
    return __builtin_ctz((unsigned)(cube_node() ^ neighbour));
}

/* A number that no other node knows (cuberun --secret). */
static unsigned secret(void) {
    const char *text = getenv("CUBE_SECRET");
    return text ? (unsigned)strtoul(text, NULL, 0) : (unsigned)cube_node();
}

/* What a node begins with. */
static void fill(unsigned char *block, size_t bytes) {
    unsigned number = secret();
    for (size_t i = 0; i < bytes; i++)
        block[i] = (unsigned char)((number >> i % 4 * 8) + i / 4);
}

/* A checksum of a block: Adler-32, RFC 1950. */
static unsigned checksum(const unsigned char *block, size_t bytes) {
    unsigned a = 1, b = 0;
    for (size_t i = 0; i < bytes; i++) {
        a = (a + block[i]) % 65521;
        b = (b + a) % 65521;
    }
    return b << 16 | a;
}

int main(int argc, char *argv[]) {
    size_t bytes = argc > 1 ? strtoul(argv[1], NULL, 10) : 8;
    unsigned char *mine = malloc(bytes), *theirs = malloc(bytes);
    int node = cube_node();
    int place = cube_gray_inverse(node); /* ours on the ring: 0 .. nodes - 1 */

    if (!mine || !theirs)
        return 1;
    fill(mine, bytes);

    /* TODO: the nodes before and after this one on the ring. The ring is closed. */
    int before = cube_gray(place ^ 1), after = before;

    /* TODO: this is a deadlock. Mend it for messages of any length. */
    cube_link_recv(link_to(before), theirs, bytes);
    cube_link_send(link_to(after), mine, bytes);

    printf("node %d sent %08x, got %08x\n", node, checksum(mine, bytes), checksum(theirs, bytes));
    free(mine);
    free(theirs);
    return 0;
}
