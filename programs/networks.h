/* The networks of Ozveren, section 2.1, with as many nodes as the cube has or one less. */
#ifndef PROGRAMS_NETWORKS_H
#define PROGRAMS_NETWORKS_H

#include <stdbool.h>

struct network {
    const char *name;
    int (*nodes)(void);
    bool (*joined)(int a, int b); /* of two different nodes, 0 .. nodes - 1 */
};

extern const struct network ring, odd_ring, mesh, binomial_tree, complete_tree, hypercube,
    fully_connected;

/* The wraparound mesh is as square as it goes, rows one after the other. */
int mesh_columns(void);
int mesh_rows(void);

/* Whether a link joins two nodes of a network; no node is joined to itself. */
bool is_link(const struct network *network, int a, int b);

/* The distance from `from` to the farthest node, of which *farthest, unless null, becomes one. */
int eccentricity(const struct network *network, int from, int *farthest);

#endif
