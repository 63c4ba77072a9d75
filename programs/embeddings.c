#include "embeddings.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "computations/must.h"
#include "cube.h"

/* ---- Hosts ---- */

/* The direction of the shorter way round a circle: 1 or -1. */
static int towards(int at, int to, int size) {
    int on = (to - at + size) % size;
    return on <= size - on ? 1 : -1;
}

static int next_on_ring(int at, int to, int *way) {
    int step = towards(at, to, cube_nodes());
    *way = step > 0 ? 0 : 1;
    return (at + step + cube_nodes()) % cube_nodes();
}

/* Goes along the row first. */
static int next_on_mesh(int at, int to, int *way) {
    int rows = mesh_rows(), columns = mesh_columns();
    int row = at / columns, column = at % columns;
    bool along_row = column != to % columns;
    int step =
        along_row ? towards(column, to % columns, columns) : towards(row, to / columns, rows);
    *way = (along_row ? 0 : 2) + (step > 0 ? 0 : 1);
    if (along_row)
        column = (column + step + columns) % columns;
    else
        row = (row + step + rows) % rows;
    return row * columns + column;
}

/* Goes along the E-cube path. */
static int next_on_cube(int at, int to, int *way) {
    *way = __builtin_ctz((unsigned)(at ^ to));
    return at ^ 1 << *way;
}

const struct host in_ring = {&ring, 2, next_on_ring};
const struct host in_mesh = {&mesh, 4, next_on_mesh};
const struct host in_hypercube = {&hypercube, CUBE_DIMENSIONS, next_on_cube};

/* ---- Places ---- */

static int itself(int node) {
    return node;
}

/* Places the mesh in the cube by a Gray code along each axis. */
static int mesh_in_cube(int node) {
    int row = cube_gray(node / mesh_columns());
    return row * mesh_columns() + cube_gray(node % mesh_columns());
}

/* Places the tree's nodes by in-order numbers from 1: node i of the level h above the leaves has
 * the number (2i + 1) 2^h. */
static int tree_in_order(int node) {
    int level = 0;
    while (node + 1 >= 2 << level)
        level++;
    int index = node + 1 - (1 << level);
    return (2 * index + 1) << (cube_dim() - 1 - level);
}

/* Goes through the mesh row after row, to and fro. */
static int ring_in_mesh(int node) {
    int row = node / mesh_columns(), column = node % mesh_columns();
    return row * mesh_columns() + (row % 2 == 0 ? column : mesh_columns() - 1 - column);
}

const struct embedding embeddings[] = {
    {&ring, &in_hypercube, cube_gray},
    {&odd_ring, &in_hypercube, cube_gray},
    {&mesh, &in_hypercube, mesh_in_cube},
    {&binomial_tree, &in_hypercube, itself},
    {&complete_tree, &in_hypercube, tree_in_order},
    {&hypercube, &in_hypercube, itself},
    {&fully_connected, &in_hypercube, itself},
    {&ring, &in_mesh, ring_in_mesh},
    {&hypercube, &in_mesh, itself},
    {&hypercube, &in_ring, itself},
};
const int embedding_count = sizeof embeddings / sizeof embeddings[0];

/* ---- Quality ---- */

/* Adds the path between two nodes of the host to the loads of its links. Returns its length. */
static int route(const struct host *host, int from, int to, int32_t load[]) {
    int length = 0, way;
    for (; from != to; length++) {
        int next = host->next(from, to, &way);
        load[from * CUBE_DIMENSIONS + way]++;
        from = next;
    }
    return length;
}

/* Each node routes the links of one node of the network, and an all-reduce adds up the loads. */
struct quality embedding_quality(const struct embedding *embedding) {
    size_t links = (size_t)cube_nodes() * CUBE_DIMENSIONS;
    int32_t *load = allocate(links, sizeof *load), *all = allocate(links, sizeof *all);
    int me = cube_node(), nodes = embedding->network->nodes();
    int32_t longest = 0, dilation, congestion = 0;
    for (int other = 0; me < nodes && other < nodes; other++) {
        if (!is_link(embedding->network, me, other))
            continue;
        int length = route(embedding->host, embedding->place(me), embedding->place(other), load);
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

static bool exchange_joined(int a, int b) {
    return (a ^ b) == 1 << exchanged;
}

struct quality exchange_on_ring(int dimension) {
    const struct network exchange = {"exchange", cube_nodes, exchange_joined};
    exchanged = dimension;
    return embedding_quality(&(struct embedding){&exchange, &in_ring, itself});
}
