#include "programs/computations/grid/poisson.h"

#include <math.h>

/* One row. `above`, `now` and `below` point to the first own number of a row. */
static void five(double side, size_t columns, const double *restrict above,
                 const double *restrict now, const double *restrict below,
                 const double *restrict right, double *restrict next) {
    for (size_t i = 0; i < columns; i++)
        next[i] = right[i] + side * ((above[i] + below[i]) + (now[i + 1] + now[(ptrdiff_t)i - 1]));
}

static void nine(struct stencil stencil, size_t columns, const double *restrict above,
                 const double *restrict now, const double *restrict below,
                 const double *restrict right, double *restrict next) {
    for (size_t i = 0; i < columns; i++) {
        ptrdiff_t before = (ptrdiff_t)i - 1;
        double sides = (above[i] + below[i]) + (now[i + 1] + now[before]);
        double corners = (above[before] + above[i + 1]) + (below[before] + below[i + 1]);
        next[i] = right[i] + (stencil.side * sides + stencil.corner * corners);
    }
}

void poisson_iterate(const struct stencil *stencil, size_t rows, size_t columns, size_t stride,
                     const double *now, const double *right, double *next) {
    for (size_t row = 1; row <= rows; row++) {
        size_t at = row * stride + 1;
        if (stencil->corner == 0)
            five(stencil->side, columns, now + at - stride, now + at, now + at + stride, right + at,
                 next + at);
        else
            nine(*stencil, columns, now + at - stride, now + at, now + at + stride, right + at,
                 next + at);
    }
}

double poisson_change(size_t rows, size_t columns, size_t stride, const double *one,
                      const double *other) {
    double most = 0;
    for (size_t row = 1; row <= rows; row++)
        for (size_t at = row * stride + 1; at <= row * stride + columns; at++)
            most = fmax(most, fabs(one[at] - other[at]));
    return most;
}
