/* Poisson's equation -div(a grad u) = f on a rectangle, u = 0 on its edges, in finite volumes:
 * height x width square cells, an unknown in the middle of each. The five-point equation of a cell
 * is
 *
 *     sum over its four faces of a(face) (u(cell) - u(cell beyond the face)) = f(cell),
 *
 * where a face on the edge of the rectangle has u = 0 on it and, for it is only half a cell away,
 * counts twice. The coefficient is a(x, y) = 1 + contrast x y, with x and y from 0 to 1 across the
 * rectangle. The matrix is symmetric and positive definite. Nodes have strips of whole rows of
 * cells, consecutive strips at neighbours: a node sends a row each way, over two different links at
 * once. */
#ifndef COMPUTATIONS_SOLVER_POISSON_H
#define COMPUTATIONS_SOLVER_POISSON_H

#include <stddef.h>

#include "computations/account.h"
#include "computations/solver/gradient.h"

struct poisson {
    size_t height, width; /* cells of the whole square */
    size_t first, rows;   /* this node's rows: first .. first + rows - 1 */
    int previous, next;   /* dimensions of the links to the nodes with the strips before and after;
                             negative: there is none, or it has no rows */
    double *memory;       /* of all that follow */
    double *across;   /* a of the faces to the right of the cells, `width` a row; 0 on the edge */
    double *down;     /* a of the faces above the rows, and of those below the last row; 0 on
                         the edge */
    double *diagonal; /* of the matrix */
    double *above, *below; /* the neighbours' rows; zeros where there is none */
};

/* Makes the equations of this node: of its strip or, where `alone`, of the whole square. Returns 0
 * or -ENOMEM. The caller ends with poisson_free. */
int poisson_make(struct poisson *poisson, size_t height, size_t width, double contrast, int alone);
void poisson_free(struct poisson *poisson);

/* The maps of struct linear_map with a struct poisson as context: of the matrix, in one round of
 * communication, and of the inverse of its diagonal (Jacobi's preconditioner), without any. */
int poisson_apply(void *poisson, const double *from, double *to, struct account *account);
int poisson_divide(void *poisson, const double *from, double *to, struct account *account);

/* How many words poisson_apply moves over links, at all nodes together; 0 if it needs no round. */
size_t poisson_words(size_t height, size_t width);

#endif
