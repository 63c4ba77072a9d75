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

void *gather_ring(const void *item, size_t bytes) {
    size_t nodes = (size_t)cube_nodes();
    char *items = NULL, *ring = NULL;
    if (cube_node() == 0) {
        items = allocate(nodes, bytes);
        ring = allocate(nodes, bytes);
    }
    must(cube_gather(item, items, bytes, 0), "gathering");
    for (size_t k = 0; ring && k < nodes; k++)
        memcpy(ring + k * bytes, items + (size_t)cube_gray((int)k) * bytes, bytes);
    free(items);
    return ring;
}

uint64_t sum_of_all(uint64_t own) {
    must(cube_allreduce(&own, &own, 1, &cube_uint64, &cube_sum), "adding up");
    return own;
}

double greatest_of_all(double own) {
    must(cube_allreduce(&own, &own, 1, &cube_double, &cube_max), "comparing");
    return own;
}

bool holds_at_all(bool own) {
    int32_t all = own;
    must(cube_allreduce(&all, &all, 1, &cube_int32, &cube_min), "comparing");
    return all != 0;
}
