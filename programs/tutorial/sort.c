/* Sorts numbers by Batcher's bitonic sort: each node sorts a block of its own; then neighbours
 * compare their blocks, n (n + 1) / 2 times on a cube of n dimensions. */
#include <cube.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NUMBERS = 16384 };

static int mine[NUMBERS], theirs[NUMBERS], merged[NUMBERS];

static int compare(const void *a, const void *b) {
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

/* Swaps blocks with a neighbour, and keeps the lower or the upper half of both, in order. */
static void compare_blocks(int dimension, int keep_lower, int count) {
    const void *send[CUBE_DIMENSIONS] = {[0] = NULL};
    void *recv[CUBE_DIMENSIONS] = {[0] = NULL};
    send[dimension] = mine;
    recv[dimension] = theirs;
    cube_links_exchange(1u << dimension, send, 1u << dimension, recv, (size_t)count * sizeof *mine);
    if (keep_lower) {
        for (int i = 0, j = 0, k = 0; k < count; k++)
            merged[k] = mine[i] <= theirs[j] ? mine[i++] : theirs[j++];
    } else {
        for (int i = count - 1, j = i, k = i; k >= 0; k--)
            merged[k] = mine[i] >= theirs[j] ? mine[i--] : theirs[j--];
    }
    memcpy(mine, merged, (size_t)count * sizeof *mine);
}

int main(void) {
    int node = cube_node(), count = NUMBERS / cube_nodes();
    int before, in_order, all_in_order;

    srand((unsigned)node + 1);
    for (int i = 0; i < count; i++)
        mine[i] = rand();
    qsort(mine, (size_t)count, sizeof *mine, compare);
    for (int stage = 1; stage <= cube_dim(); stage++) {
        for (int dimension = stage - 1; dimension >= 0; dimension--) {
            int descends = node >> stage & 1, upper = node >> dimension & 1;
            compare_blocks(dimension, upper == descends, count);
        }
    }

    /* They are in order if each node's least is not less than the greatest of the node before. */
    cube_shift(&mine[count - 1], &before, sizeof before, 1);
    in_order = node == 0 || before <= mine[0];
    cube_reduce(&in_order, &all_in_order, 1, &cube_int32, &cube_and, 0);
    if (node == 0)
        printf("%d numbers on %d nodes: %s\n", NUMBERS, cube_nodes(),
               all_in_order ? "in order" : "WRONG");
    return 0;
}
