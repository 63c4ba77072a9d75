/* A grid of points, divided into rectangles, one for each node of a mesh of the cube.
 *
 * Neighbours on the mesh are neighbours on the cube (Ozveren, section 2.1.3). A field is one number
 * for each of a node's points, with a frame around them for the points next to its own. At the end
 * of the grid, the frame keeps its initial content: the boundary values. */
#ifndef COMPUTATIONS_GRID_GRID_H
#define COMPUTATIONS_GRID_GRID_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cube.h"
#include "programs/computations/account.h"
#include "programs/computations/cost.h"

enum grid_direction { GRID_NORTH, GRID_EAST, GRID_SOUTH, GRID_WEST, GRID_DIRECTIONS };

struct grid {
    uint32_t rows, columns;             /* points of the whole grid */
    struct cube_mesh mesh;              /* rows and columns of nodes */
    uint32_t first_row, first_column;   /* of this node's points */
    uint32_t own_rows, own_columns;     /* how many it has */
    size_t stride;                      /* numbers from a row of a field to the next */
    int dimension[GRID_DIRECTIONS];     /* of the link to that neighbour; -1 where the grid ends */
    double *column[GRID_DIRECTIONS][2]; /* for the columns in the east and west: one that leaves,
                                           one that arrives */
};

/* Divides the grid among all nodes. There is a row of nodes for each column of nodes, or for two.
 * Node row i has the rows floor(i rows / node rows) to floor((i + 1) rows / node rows) - 1, and so
 * for columns. Every node calls it. There are at least as many rows and columns of points as of
 * nodes, or the program ends with a message. grid_stop frees what the grid owns. */
void grid_start(struct grid *grid, uint32_t rows, uint32_t columns);
void grid_stop(struct grid *grid);

/* Sets *first and *count to those of the `points` points along one axis that belong to the node at
 * position `position` of `nodes`. */
static inline void grid_share(uint32_t points, uint32_t nodes, uint32_t position, uint32_t *first,
                              uint32_t *count) {
    *first = (uint32_t)((uint64_t)points * position / nodes);
    *count = (uint32_t)((uint64_t)points * (position + 1) / nodes) - *first;
}

/* How many numbers a field has: (own_rows + 2) x (own_columns + 2). */
size_t grid_numbers(const struct grid *grid);

/* The place of a point in a field: `row` and `column` count this node's own points, from 0. The
 * frame has row or column -1 and own_rows or own_columns. */
static inline size_t grid_place(const struct grid *grid, int64_t row, int64_t column) {
    return (size_t)(row + 1) * grid->stride + (size_t)(column + 1);
}

/* How many points the edge in a direction has, and the place in a field of its point `point`, from
 * the west or the north, N points `outwards`: 0 is the edge itself, 1 the frame next to it.
 */
static inline size_t grid_edge_points(const struct grid *grid, enum grid_direction direction) {
    return direction == GRID_NORTH || direction == GRID_SOUTH ? grid->own_columns : grid->own_rows;
}
size_t grid_edge_place(const struct grid *grid, enum grid_direction direction, int64_t point,
                       int64_t outwards);

/* Fills the frame of `field` with the points of the neighbours, in one step on all links at once;
 * with `corners`, in another step, with those at the four corners, too. These have come to a
 * neighbour with an edge, and go on from there, round the corner. Those in the north-east and
 * south-west go along their row first, the others along their column, so no link carries two.
 * (Ozveren, section 3.3.2 and figure 15: r and r + 1 units of time, if an edge has r points.) Every
 * node calls it. */
void grid_exchange(struct grid *grid, double *field, bool corners, struct account *account);

/* The exchange by "mesh-five-point" or "mesh-nine-point", a point a step, in r or r + 1 steps. They
 * go round the mesh, so points from across the end of the grid are left out. The nodes are at least
 * 4 x 4, and the rectangles are squares of one size; grid_divided_into_squares tells whether they
 * are. */
bool grid_divided_into_squares(const struct grid *grid);
void grid_exchange_points(struct grid *grid, double *field, bool corners, struct account *account);

/* The cost of one exchange of either kind, by formula: words are points. */
struct cost grid_exchange_cost(const struct grid *grid, bool corners);
struct cost grid_exchange_points_cost(const struct grid *grid, bool corners);

/* Brings all points of the grid together at node 0, in `whole`, row by row. At the other nodes
 * `whole` means nothing. Every node calls it. */
void grid_gather(const struct grid *grid, const double *field, double *whole);

#endif
