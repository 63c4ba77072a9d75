#include "networks.h"

#include <stdlib.h>

#include "computations/must.h"
#include "cube.h"

/* ---- The networks ---- */

static int all_nodes(void) {
    return cube_nodes();
}

static int but_one(void) {
    return cube_nodes() - 1;
}

static bool next_on_circle(int a, int b, int size) {
    int between = abs(a - b);
    return between == 1 || (between == size - 1 && size > 1);
}

static bool ring_joined(int a, int b) {
    return next_on_circle(a, b, cube_nodes());
}

static bool odd_ring_joined(int a, int b) {
    return next_on_circle(a, b, cube_nodes() - 1);
}

int mesh_columns(void) {
    return 1 << cube_dim() / 2;
}

int mesh_rows(void) {
    return cube_nodes() / mesh_columns();
}

static bool mesh_joined(int a, int b) {
    int row_a = a / mesh_columns(), column_a = a % mesh_columns();
    int row_b = b / mesh_columns(), column_b = b % mesh_columns();
    if (row_a == row_b)
        return next_on_circle(column_a, column_b, mesh_columns());
    return column_a == column_b && next_on_circle(row_a, row_b, mesh_rows());
}

/* The parent of a node has the same number with the lowest one bit cleared. */
static bool binomial_joined(int a, int b) {
    return (a & (a - 1)) == b || (b & (b - 1)) == a;
}

/* The children of node v are 2v + 1 and 2v + 2. */
static bool complete_joined(int a, int b) {
    return a < b ? (b - 1) / 2 == a : (a - 1) / 2 == b;
}

static bool cube_joined(int a, int b) {
    int differ = a ^ b;
    return (differ & (differ - 1)) == 0;
}

static bool always_joined(int a, int b) {
    return a != b;
}

const struct network ring = {"ring", all_nodes, ring_joined};
const struct network odd_ring = {"odd ring", but_one, odd_ring_joined};
const struct network mesh = {"wraparound mesh", all_nodes, mesh_joined};
const struct network binomial_tree = {"binomial tree", all_nodes, binomial_joined};
const struct network complete_tree = {"binary tree", but_one, complete_joined};
const struct network hypercube = {"hypercube", all_nodes, cube_joined};
const struct network fully_connected = {"fully connected", all_nodes, always_joined};

/* ---- What can be said of any ---- */

bool is_link(const struct network *network, int a, int b) {
    return a != b && network->joined(a, b);
}

int eccentricity(const struct network *network, int from, int *farthest) {
    int nodes = network->nodes(), head = 0, tail = 0;
    int *distance = allocate((size_t)nodes, sizeof *distance); /* plus 1; 0: not reached yet */
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
    if (farthest != NULL)
        *farthest = last;
    free(queue);
    free(distance);
    return most;
}
