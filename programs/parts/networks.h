/* The networks of Ozveren, section 2.1. Each has as many nodes as the cube or fewer. */
#ifndef PROGRAMS_PARTS_NETWORKS_H
#define PROGRAMS_PARTS_NETWORKS_H

#include <stdbool.h>

#include "cube.h"

struct network {
    const char *name;
    int nodes; /* 0: no such network on this cube */
    /* Whether a link joins two different nodes, 0 .. nodes - 1. */
    bool (*joined)(const struct network *network, int a, int b);
    struct cube_mesh grid; /* of a grid: the last axis of the nodes' numbers varies fastest; 0 axes:
                            * this is no grid */
    bool wraps;            /* whether the ends of each axis are joined, so that it is a torus */
};

/* Networks of all nodes of the cube; odd_ring and complete_tree have one node less. The meshes are
 * as nearly square as possible, and the 3-D networks as nearly cubes. */
extern struct network array, ring, odd_ring, open_mesh, mesh, open_mesh_3d, torus_3d;
extern struct network binomial_tree, complete_tree, hypercube, fully_connected;

/* Sets up these networks for the cube that the program runs on. */
void networks_start(void);

/* Returns a torus, or an open mesh, of any sides. */
struct network grid_network(const char *name, const struct cube_mesh *grid, bool wraps);

/* Return a node's position on an axis of a grid, and the difference of the numbers of neighbours on
 * that axis. */
int grid_position(const struct network *network, int node, unsigned axis);
int grid_stride(const struct network *network, unsigned axis);

/* Return the literature's properties of a grid. Its diameter is the sum over the axes of side - 1,
 * or of floor(side / 2) where the ends are joined. Its connectivity is the number of links of a
 * node that has the fewest: one or two on each axis (Ozveren, 2.1.2; a side of 2 has one, and a
 * side of 1 has none). */
int grid_diameter(const struct network *network);
int grid_connectivity(const struct network *network);

/* Whether a link joins two nodes of a network; no node is joined to itself. */
bool is_link(const struct network *network, int a, int b);

/* Returns the distance from `from` to the farthest node, and sets *farthest to such a node unless
 * `farthest` is null. */
int eccentricity(const struct network *network, int from, int *farthest);

#endif
