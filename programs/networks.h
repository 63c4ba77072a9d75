/* The networks of Ozveren, section 2.1. Each has as many nodes as the cube or one fewer. */
#ifndef PROGRAMS_NETWORKS_H
#define PROGRAMS_NETWORKS_H

#include <stdbool.h>

struct network {
    const char *name;
    int (*nodes)(void);
    bool (*joined)(int a, int b); /* whether a link joins two different nodes, 0 .. nodes - 1 */
};

extern const struct network ring, odd_ring, mesh, binomial_tree, complete_tree, hypercube,
    fully_connected;

/* The sides of the wraparound mesh, which is as nearly square as possible. Its nodes are numbered
 * row by row. */
int mesh_columns(void);
int mesh_rows(void);

/* Whether a link joins two nodes of a network; no node is joined to itself. */
bool is_link(const struct network *network, int a, int b);

/* Returns the distance from `from` to the farthest node, and sets *farthest to such a node unless
 * `farthest` is null. */
int eccentricity(const struct network *network, int from, int *farthest);

#endif
