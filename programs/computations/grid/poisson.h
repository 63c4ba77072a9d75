/* Jacobi's method for (s - Laplace) u = f on a rectangle, u = 0 on its boundary.
 *
 * The points lie h apart. With five points the equation at a point is
 *     (4 + s h^2) u - (north + east + south + west) = h^2 f,
 * and with nine, where F is f + h^2 / 12 Laplace f and s = 0, so that the error falls with h^4,
 *     20 u - 4 (north + east + south + west) - (the four corners) = 6 h^2 F.
 * Jacobi's method solves each equation for u with the other points as they were in the iteration
 * before: problem 1.1 of Ozveren, with the dependencies of its section 3.3.2.
 */
#ifndef COMPUTATIONS_GRID_POISSON_H
#define COMPUTATIONS_GRID_POISSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Both equations, divided by the coefficient of u. */
struct stencil {
    double side;   /* of each of the points in the north, east, south, west */
    double corner; /* of each of the points at the corners; 0 with five points */
};

/* With five points, `shift` is s h^2. */
static inline struct stencil stencil_of_five(double shift) {
    return (struct stencil){.side = 1 / (4 + shift)};
}
static inline struct stencil stencil_of_nine(void) {
    return (struct stencil){.side = 4.0 / 20, .corner = 1.0 / 20};
}

/* One iteration: computes `rows` x `columns` points of `next` from those of `now` around them.
 * Fields have a frame of one point, and `stride` numbers from row to row; `right` is the right
 * side, divided as the stencil is, with a frame too, which is not read. Each point is computed by
 * the same operations in the same order, so a grid that is divided among nodes gives the same bits.
 */
void poisson_iterate(const struct stencil *stencil, size_t rows, size_t columns, size_t stride,
                     const double *now, const double *right, double *next);

/* The largest difference of two fields, frames left out. */
double poisson_change(size_t rows, size_t columns, size_t stride, const double *one,
                      const double *other);

#endif
