#include "programs/parts/embeddings.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "compiler.h"
#include "programs/computations/must.h"

enum { MOST_WAYS = 2 * CUBE_DIMENSIONS };

/* ---- Hosts ---- */

/* Returns the direction to another position on an axis, 1 or -1. If the axis is a circle, it is
 * that of the shorter way. */
static int towards(const struct network *network, int at, int to, int size) {
    int on = (to - at + size) % size;
    return !network->wraps ? (to > at ? 1 : -1) : on <= size - on ? 1 : -1;
}

/* Goes along the last axis first. */
static int next_on_grid(const struct network *network, int at, int to, int *way) {
    unsigned axis = network->grid.axes - 1;
    while (grid_position(network, at, axis) == grid_position(network, to, axis))
        axis--;
    int size = (int)network->grid.side[axis], stride = grid_stride(network, axis);
    int position = grid_position(network, at, axis);
    int step = towards(network, position, grid_position(network, to, axis), size);
    *way = 2 * (int)axis + (step > 0 ? 0 : 1);
    return at + ((position + step + size) % size - position) * stride;
}

/* Goes along the E-cube path. */
static int next_on_cube(UNUSED const struct network *network, int at, int to, int *way) {
    *way = __builtin_ctz((unsigned)(at ^ to));
    return at ^ 1 << *way;
}

#define IN_HYPERCUBE                                                                               \
    { &hypercube, next_on_cube }

/* ---- Places ---- */

static int itself(UNUSED const struct embedding *embedding, int node) {
    return node;
}

/* Returns how many dimensions of the cube a side takes. */
static int dimensions_of(unsigned side) {
    return side < 2 ? 0 : 32 - __builtin_clz(side - 1);
}

static int grid_in_cube(const struct embedding *embedding, int node) {
    const struct network *network = embedding->network;
    int number = cube_mesh_node(&network->grid, node), lowest = 0;
    if (number >= 0)
        return number;
    number = 0;
    for (unsigned axis = network->grid.axes; axis-- > 0;) {
        number |= cube_gray(grid_position(network, node, axis)) << lowest;
        lowest += dimensions_of(network->grid.side[axis]);
    }
    return number;
}

/* Places the tree's nodes by in-order numbers from 1: node i of the level h above the leaves has
 * the number (2i + 1) 2^h. */
static int tree_in_order(UNUSED const struct embedding *embedding, int node) {
    int level = 0;
    while (node + 1 >= 2 << level)
        level++;
    int index = node + 1 - (1 << level);
    return (2 * index + 1) << (cube_dim() - 1 - level);
}

/* ---- A ring in a grid ---- */

/* How a ring sees a grid. A row is a position on the first axis that is longer than 1. The columns
 * of a row go to and fro through all later axes. */
struct rows {
    int rows;
    int columns;
};

static struct rows rows_of(const struct network *grid) {
    unsigned axis = 0;
    while (axis + 1 < grid->grid.axes && grid->grid.side[axis] == 1)
        axis++;
    int rows = (int)grid->grid.side[axis];
    return (struct rows){rows, grid->nodes / rows};
}

/* Returns the node of a row and a column. On each later axis, every other pass goes backwards. */
static int node_at(const struct network *grid, int row, int column) {
    int columns = rows_of(grid).columns, node = row * columns;
    for (unsigned axis = 0; axis < grid->grid.axes; axis++) {
        int stride = grid_stride(grid, axis), side = (int)grid->grid.side[axis];
        if (stride >= columns)
            continue;
        int position = column / stride % side;
        bool backwards = column / stride / side % 2 == 1;
        node += (backwards ? side - 1 - position : position) * stride;
    }
    return node;
}

/* The ring comes back through `pairs` pairs of rows, and has `along` nodes there along the rows.
 * Returns how many of them are along the rows of pair `pair`. Each pair has at least one. */
static int reach_of(int pair, int pairs, int along, int columns) {
    int reach = 1;
    for (int k = 0; k <= pair; k++) {
        int most = along - (pairs - 1 - k);
        reach = most < columns - 1 ? most : columns - 1;
        along -= reach;
    }
    return reach;
}

static int ring_in_grid(const struct embedding *embedding, int node) {
    const struct network *grid = embedding->host.network;
    struct rows rows = rows_of(grid);
    int nodes = (embedding->network->nodes + 1) / 2 * 2;
    if (rows.columns == 2) /* the ring goes down one column and up the other */
        return node < nodes / 2 ? node_at(grid, node, 0) : node_at(grid, nodes - 1 - node, 1);
    int pairs = (nodes + 2 * rows.columns - 1) / (2 * rows.columns);
    if (node < 2 * pairs)
        return node_at(grid, node, 0);
    node -= 2 * pairs;
    for (int pair = pairs - 1;; pair--) {
        int reach = reach_of(pair, pairs, nodes / 2 - pairs, rows.columns);
        if (node < reach)
            return node_at(grid, 2 * pair + 1, 1 + node);
        if (node < 2 * reach)
            return node_at(grid, 2 * pair, 2 * reach - node);
        node -= 2 * reach;
    }
}

struct embedding embedding_of_ring(const struct network *ring, const struct network *grid) {
    return (struct embedding){ring, {grid, next_on_grid}, ring_in_grid};
}

/* Goes through the whole mesh row after row, to and fro, and round the end. */
static int ring_to_and_fro(const struct embedding *embedding, int node) {
    int columns = rows_of(embedding->host.network).columns;
    int row = node / columns, column = node % columns;
    return row * columns + (row % 2 == 0 ? column : columns - 1 - column);
}

/* ---- The list ---- */

bool embedding_of_grid(const struct network *grid, struct embedding *embedding) {
    int dimensions = 0;
    for (unsigned axis = 0; axis < grid->grid.axes; axis++)
        dimensions += dimensions_of(grid->grid.side[axis]);
    *embedding = (struct embedding){grid, IN_HYPERCUBE, grid_in_cube};
    return dimensions <= cube_dim();
}

const struct embedding embeddings[] = {
    {&array, IN_HYPERCUBE, grid_in_cube},          {&ring, IN_HYPERCUBE, grid_in_cube},
    {&odd_ring, IN_HYPERCUBE, grid_in_cube},       {&open_mesh, IN_HYPERCUBE, grid_in_cube},
    {&mesh, IN_HYPERCUBE, grid_in_cube},           {&open_mesh_3d, IN_HYPERCUBE, grid_in_cube},
    {&torus_3d, IN_HYPERCUBE, grid_in_cube},       {&binomial_tree, IN_HYPERCUBE, itself},
    {&complete_tree, IN_HYPERCUBE, tree_in_order}, {&hypercube, IN_HYPERCUBE, itself},
    {&fully_connected, IN_HYPERCUBE, itself},      {&ring, {&mesh, next_on_grid}, ring_to_and_fro},
    {&hypercube, {&mesh, next_on_grid}, itself},   {&hypercube, {&ring, next_on_grid}, itself},
};
const int embedding_count = sizeof embeddings / sizeof embeddings[0];

/* ---- Quality ---- */

/* Adds the path between two nodes of the host to the loads of its links. Returns its length. */
static int route(const struct host *host, int from, int to, int32_t load[]) {
    int length = 0, way;
    for (; from != to; length++) {
        int next = host->next(host->network, from, to, &way);
        load[from * MOST_WAYS + way]++;
        from = next;
    }
    return length;
}

/* Each node routes the links of one node of the network. An all-reduce adds up the loads. */
struct quality embedding_quality(const struct embedding *embedding) {
    size_t links = (size_t)cube_nodes() * MOST_WAYS;
    int32_t *load = allocate(links, sizeof *load), *all = allocate(links, sizeof *all);
    int me = cube_node(), nodes = embedding->network->nodes;
    int32_t longest = 0, dilation, congestion = 0;
    for (int other = 0; me < nodes && other < nodes; other++) {
        if (!is_link(embedding->network, me, other))
            continue;
        int length = route(&embedding->host, embedding->place(embedding, me),
                           embedding->place(embedding, other), load);
        longest = length > longest ? length : longest;
    }
    must(cube_allreduce(load, all, links, &cube_int32, &cube_sum), "summing up the loads");
    must(cube_allreduce(&longest, &dilation, 1, &cube_int32, &cube_max), "the longest path");
    for (size_t k = 0; k < links; k++)
        congestion = all[k] > congestion ? all[k] : congestion;
    free(all);
    free(load);
    return (struct quality){(int)dilation, (int)congestion};
}

static int exchanged; /* the dimension on which the network below exchanges */

static bool exchange_joined(UNUSED const struct network *network, int a, int b) {
    return (a ^ b) == 1 << exchanged;
}

struct quality exchange_on_ring(int dimension) {
    const struct network exchange = {
        .name = "exchange", .nodes = cube_nodes(), .joined = exchange_joined};
    exchanged = dimension;
    return embedding_quality(&(struct embedding){&exchange, {&ring, next_on_grid}, itself});
}
