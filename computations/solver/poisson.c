#include "computations/solver/poisson.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "cube.h"

/* Rows of a strip: ceil(height / nodes), but for the last ones. */
static size_t rows_of_strip(size_t height) {
    size_t nodes = (size_t)cube_nodes();
    return (height + nodes - 1) / nodes;
}

size_t poisson_words(size_t height, size_t width) {
    size_t rows = rows_of_strip(height), strips = (height + rows - 1) / rows;
    return 2 * (strips - 1) * width;
}

/* The dimension in which the nodes of two consecutive strips differ. */
static int link_between(int strip, int other) {
    int difference = cube_gray(strip) ^ cube_gray(other), dimension = 0;
    while (difference >> (dimension + 1) != 0)
        dimension++;
    return dimension;
}

static void take_strip(struct poisson *poisson) {
    size_t rows = rows_of_strip(poisson->height);
    int strip = cube_gray_inverse(cube_node());
    size_t first = (size_t)strip * rows, end = first + rows;
    poisson->first = first < poisson->height ? first : poisson->height;
    end = end < poisson->height ? end : poisson->height;
    poisson->rows = end - poisson->first;
    if (poisson->rows > 0 && strip > 0)
        poisson->previous = link_between(strip, strip - 1);
    if (poisson->rows > 0 && end < poisson->height)
        poisson->next = link_between(strip, strip + 1);
}

/* Sets the coefficients of the faces, and what is left of them on the diagonal. */
static void set_coefficients(struct poisson *poisson, double contrast) {
    size_t width = poisson->width;
    double dx = 1 / (double)width, dy = 1 / (double)poisson->height;
    for (size_t i = 0; i <= poisson->rows; i++)
        for (size_t j = 0; j < width; j++) {
            size_t row = poisson->first + i;
            double x = ((double)j + 0.5) * dx, y = (double)row * dy;
            double above = 1 + contrast * x * y, right = 1 + contrast * (x + dx / 2) * (y + dy / 2);
            double left = 1 + contrast * (x - dx / 2) * (y + dy / 2);
            double below = 1 + contrast * x * (y + dy);
            poisson->down[i * width + j] = row > 0 && row < poisson->height ? above : 0;
            if (i == poisson->rows)
                continue;
            poisson->across[i * width + j] = j + 1 < width ? right : 0;
            poisson->diagonal[i * width + j] =
                (row > 0 ? above : 2 * above) + (row + 1 < poisson->height ? below : 2 * below) +
                (j > 0 ? left : 2 * left) + (j + 1 < width ? right : 2 * right);
        }
}

int poisson_make(struct poisson *poisson, size_t height, size_t width, double contrast, int alone) {
    *poisson = (struct poisson){
        .height = height, .width = width, .rows = height, .previous = -1, .next = -1};
    if (!alone)
        take_strip(poisson);
    size_t cells = poisson->rows * width;
    poisson->memory = calloc(3 * cells + 3 * width, sizeof *poisson->memory);
    if (poisson->memory == NULL)
        return -ENOMEM;
    poisson->across = poisson->memory;
    poisson->diagonal = poisson->across + cells;
    poisson->down = poisson->diagonal + cells;
    poisson->above = poisson->down + cells + width;
    poisson->below = poisson->above + width;
    set_coefficients(poisson, contrast);
    return 0;
}

void poisson_free(struct poisson *poisson) {
    free(poisson->memory);
    poisson->memory = NULL;
}

/* Exchanges the first and the last row with the strips before and after, both at once. */
static int exchange_rows(struct poisson *poisson, const double *from) {
    const void *send[CUBE_DIMENSIONS] = {NULL};
    void *recv[CUBE_DIMENSIONS] = {NULL};
    unsigned links = 0;
    if (poisson->previous >= 0) {
        links |= 1u << poisson->previous;
        send[poisson->previous] = from;
        recv[poisson->previous] = poisson->above;
    }
    if (poisson->next >= 0) {
        links |= 1u << poisson->next;
        send[poisson->next] = from + (poisson->rows - 1) * poisson->width;
        recv[poisson->next] = poisson->below;
    }
    return cube_links_exchange(links, send, links, recv, poisson->width * sizeof *from);
}

/* One row of cells: `x` is their own row; `up` and `down` are the coefficients of the faces above
 * and below them, `north` and `south` the rows beyond. */
static void apply_row(size_t width, const double *diagonal, const double *across, const double *up,
                      const double *down, const double *x, const double *north, const double *south,
                      double *restrict to) {
    size_t last = width - 1;
    for (size_t j = 1; j < last; j++)
        to[j] = diagonal[j] * x[j] - up[j] * north[j] - down[j] * south[j] -
                across[j - 1] * x[j - 1] - across[j] * x[j + 1];
    to[0] = diagonal[0] * x[0] - up[0] * north[0] - down[0] * south[0];
    if (last == 0)
        return;
    to[0] -= across[0] * x[1];
    to[last] = diagonal[last] * x[last] - up[last] * north[last] - down[last] * south[last] -
               across[last - 1] * x[last - 1];
}

int poisson_apply(void *context, const double *from, double *to, struct account *account) {
    struct poisson *poisson = context;
    size_t width = poisson->width;
    bool whole = poisson->rows == poisson->height;
    if (!whole && rows_of_strip(poisson->height) < poisson->height) {
        account_communicate(account);
        int error = exchange_rows(poisson, from);
        account_compute(account);
        if (error != 0)
            return error;
    }
    for (size_t i = 0; i < poisson->rows; i++) {
        const double *x = from + i * width;
        apply_row(width, poisson->diagonal + i * width, poisson->across + i * width,
                  poisson->down + i * width, poisson->down + (i + 1) * width, x,
                  i > 0 ? x - width : poisson->above,
                  i + 1 < poisson->rows ? x + width : poisson->below, to + i * width);
    }
    return 0;
}

int poisson_divide(void *context, const double *from, double *restrict to,
                   struct account *account) {
    const struct poisson *poisson = context;
    (void)account;
    for (size_t i = 0; i < poisson->rows * poisson->width; i++)
        to[i] = from[i] / poisson->diagonal[i];
    return 0;
}
