/* The cube as a grid of R x C nodes, R = 2^ceil(d / 2), C = 2^floor(d / 2): the bits of a node's
 * number below C are its column, the others its row. Rows and columns of the grid are subcubes. */
#ifndef COMPUTATIONS_MATRIX_CHECKERBOARD_H
#define COMPUTATIONS_MATRIX_CHECKERBOARD_H

#include <stddef.h>

#include "programs/computations/account.h"
#include "programs/computations/cost.h"

struct checkerboard {
    int rows, columns;                          /* of nodes */
    unsigned row_dimensions, column_dimensions; /* the sets of dimensions in which the nodes of one
                                                   row differ, and those of one column */
};

enum checkerboard_line { CHECKERBOARD_ROW, CHECKERBOARD_COLUMN };

struct checkerboard checkerboard_of_cube(void);
int checkerboard_row(const struct checkerboard *board, int node);
int checkerboard_column(const struct checkerboard *board, int node);

/* Broadcasts `count` doubles at `buffer` in each row, from the node in column `root`, or in each
 * column, from the node in row `root`: in all of them at once, along binomial trees.
 * checkerboard_reduce adds them up at that node, in the same way. Nothing is sent in rows or
 * columns of one node. `account` may be null. */
void checkerboard_broadcast(struct account *account, enum checkerboard_line line, int root,
                            double *buffer, size_t count);
void checkerboard_reduce(struct account *account, enum checkerboard_line line, int root,
                         const double *send, double *recv, size_t count);

/* The cost of one such broadcast or reduction. */
struct cost checkerboard_line_cost(enum checkerboard_line line, const char *algorithm,
                                   size_t count);

/* The cost of the slides' product of a matrix and a vector of `size`. */
struct cost checkerboard_product_cost(size_t size);

#endif
