/* The elliptic equation -div(a grad u) = f on a rectangle, u = 0 on its edges, in finite volumes:
 * height x width square cells, an unknown in the middle of each. With a = 1 it is Poisson's. The
 * five-point equation of a cell is
 *
 *     sum over its four faces of a(face) (u(cell) - u(cell beyond the face)) = f(cell),
 *
 * where a face on the edge of the rectangle has u = 0 on it, and counts twice because it is only
 * half a cell away. The coefficient is a(x, y) = 1 + contrast x y, with x and y from 0 to 1 across
 * the rectangle. The matrix is symmetric and positive definite. Nodes have strips of whole rows of
 * cells, consecutive strips at neighbours: a node sends a row each way, over two different links at
 * once. */
#ifndef COMPUTATIONS_SOLVER_ELLIPTIC_H
#define COMPUTATIONS_SOLVER_ELLIPTIC_H

#include <stddef.h>

#include "programs/computations/account.h"
#include "programs/computations/cost.h"
#include "programs/computations/solver/gradient.h"

struct elliptic {
    size_t height, width; /* cells of the whole square */
    size_t first, rows;   /* this node's rows: first .. first + rows - 1 */
    int previous, next;   /* dimensions of the links to the nodes with the strips before and after;
                             negative: no such node, or it has no rows */
    double *memory;       /* of all that follow */
    double *across;   /* a of the faces to the right of the cells, `width` a row; 0 on the edge */
    double *down;     /* a of the faces above the rows, and of those below the last row; 0 on
                         the edge */
    double *diagonal; /* of the matrix */
    double *above, *below; /* the neighbours' rows; zeros where there is none */
};

/* Makes the equations of this node: of its strip or, if `alone`, of the whole square. The caller
 * ends with elliptic_free. */
void elliptic_make(struct elliptic *elliptic, size_t height, size_t width, double contrast,
                   int alone);
void elliptic_free(struct elliptic *elliptic);

/* The map of struct linear_map with a struct elliptic as context, in one round of communication. */
void elliptic_apply(void *elliptic, const double *from, double *to, struct account *account);

/* The cost of one elliptic_apply on the whole cube. */
struct cost elliptic_cost(size_t height, size_t width);

#endif
