#include "programs/parts/networks.h"

#include <stdlib.h>

#include "compiler.h"
#include "programs/computations/must.h"

/* ---- Grids ---- */

int grid_stride(const struct network *network, unsigned axis) {
    int stride = 1;
    for (unsigned later = axis + 1; later < network->grid.axes; later++)
        stride *= (int)network->grid.side[later];
    return stride;
}

int grid_position(const struct network *network, int node, unsigned axis) {
    return node / grid_stride(network, axis) % (int)network->grid.side[axis];
}

/* Neighbours differ on one axis only, by one place. */
static bool grid_joined(const struct network *network, int a, int b) {
    int differing = 0;
    bool next = false;
    for (unsigned axis = 0; axis < network->grid.axes; axis++) {
        int between = abs(grid_position(network, a, axis) - grid_position(network, b, axis));
        int round = (int)network->grid.side[axis] - between;
        differing += between != 0;
        next = next || between == 1 || (network->wraps && round == 1);
    }
    return differing == 1 && next;
}

struct network grid_network(const char *name, const struct cube_mesh *grid, bool wraps) {
    struct network network = {name, 1, grid_joined, *grid, wraps};
    for (unsigned axis = 0; axis < grid->axes; axis++)
        network.nodes *= (int)grid->side[axis];
    return network;
}

int grid_diameter(const struct network *network) {
    int diameter = 0;
    for (unsigned axis = 0; axis < network->grid.axes; axis++) {
        int side = (int)network->grid.side[axis];
        diameter += network->wraps ? side / 2 : side - 1;
    }
    return diameter;
}

int grid_connectivity(const struct network *network) {
    int links = 0;
    for (unsigned axis = 0; axis < network->grid.axes; axis++) {
        int side = (int)network->grid.side[axis];
        links += side == 1 ? 0 : network->wraps && side > 2 ? 2 : 1;
    }
    return links;
}

/* ---- Other networks ---- */

/* The parent of a node has the same number with the lowest one bit cleared. */
static bool binomial_joined(UNUSED const struct network *network, int a, int b) {
    return (a & (a - 1)) == b || (b & (b - 1)) == a;
}

/* The children of node v are 2v + 1 and 2v + 2. */
static bool complete_joined(UNUSED const struct network *network, int a, int b) {
    return a < b ? (b - 1) / 2 == a : (a - 1) / 2 == b;
}

static bool cube_joined(UNUSED const struct network *network, int a, int b) {
    int differ = a ^ b;
    return (differ & (differ - 1)) == 0;
}

static bool always_joined(UNUSED const struct network *network, int a, int b) {
    return a != b;
}

struct network array, ring, odd_ring, open_mesh, mesh;
struct network open_mesh_3d = {.name = "3-D mesh"}, torus_3d = {.name = "3-D torus"};
struct network binomial_tree = {.name = "binomial tree", .joined = binomial_joined};
struct network complete_tree = {.name = "binary tree", .joined = complete_joined};
struct network hypercube = {.name = "hypercube", .joined = cube_joined};
struct network fully_connected = {.name = "fully connected", .joined = always_joined};

void networks_start(void) {
    unsigned nodes = (unsigned)cube_nodes(), n = (unsigned)cube_dim();
    struct cube_mesh line = {1, {nodes}}, line_but_one = {1, {nodes - 1}};
    struct cube_mesh square = {2, {1u << (n + 1) / 2, 1u << n / 2}};
    struct cube_mesh cube = {3, {1u << (n + 2) / 3, 1u << (n + 1) / 3, 1u << n / 3}};
    array = grid_network("linear array", &line, false);
    ring = grid_network("ring", &line, true);
    odd_ring = grid_network("odd ring", &line_but_one, true);
    open_mesh = grid_network("mesh", &square, false);
    mesh = grid_network("wraparound mesh", &square, true);
    if (n >= 3) {
        open_mesh_3d = grid_network(open_mesh_3d.name, &cube, false);
        torus_3d = grid_network(torus_3d.name, &cube, true);
    }
    binomial_tree.nodes = hypercube.nodes = fully_connected.nodes = (int)nodes;
    complete_tree.nodes = (int)nodes - 1;
}

/* ---- What can be said of any ---- */

bool is_link(const struct network *network, int a, int b) {
    return a != b && network->joined(network, a, b);
}

int eccentricity(const struct network *network, int from, int *farthest) {
    int nodes = network->nodes, head = 0, tail = 0;
    int *distance = allocate((size_t)nodes, sizeof *distance); /* distance + 1; 0: not reached */
    int *queue = allocate((size_t)nodes, sizeof *queue);
    distance[from] = 1;
    queue[tail++] = from;
    while (head < tail) {
        int at = queue[head++];
        for (int to = 0; to < nodes; to++)
            if (distance[to] == 0 && is_link(network, at, to)) {
                distance[to] = distance[at] + 1;
                queue[tail++] = to;
            }
    }
    int last = queue[tail - 1], most = distance[last] - 1;
    if (farthest)
        *farthest = last;
    free(queue);
    free(distance);
    return most;
}
