#include "programs/parts/gather.h"

#include <stdlib.h>
#include <string.h>

#include "cube.h"
#include "programs/computations/must.h"

/* The items go along a binomial tree. The root of a subtree of 2^d nodes has the items of that
 * subtree, which are consecutive, and joins them with those of the root on the other side of
 * dimension d. */
void *gather(const void *item, size_t bytes) {
    int node = cube_node();
    int subtree = node == 0 ? cube_nodes() : node & -node;
    char *items = allocate((size_t)subtree, bytes);
    memcpy(items, item, bytes);
    for (int d = 0; d < cube_dim(); d++) {
        size_t half = bytes << d;
        if (node & (1 << d)) {
            must(cube_link_send(d, items, half), "sending what was found");
            free(items);
            return NULL;
        }
        must(cube_link_recv(d, items + half, half), "receiving what was found");
    }
    return items;
}
