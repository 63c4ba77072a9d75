#include "programs/computations/solver/elliptic.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "cube.h"
#include "programs/computations/must.h"
#include "programs/computations/sparse/division.h"

/* Rows of a strip: ceil(height / nodes), but for the last ones. */
static size_t rows_of_strip(size_t height) {
    size_t nodes = (size_t)cube_nodes();
    return (height + nodes - 1) / nodes;
}

struct cost elliptic_cost(size_t height, size_t width) {
    size_t rows = rows_of_strip(height), strips = (height + rows - 1) / rows;
    if (strips < 2)
        return (struct cost){0};
    struct cost cost = cost_of_exchange(2 * (strips - 1), width, sizeof(double));
    /* A strip between two others sends a message each way, and has the work of both messages. */
    cost.time *= strips > 2 ? 2 : 1;
    return cost;
}

static void take_strip(struct elliptic *elliptic) {
    size_t rows = rows_of_strip(elliptic->height);
    int strip = cube_gray_inverse(cube_node());
    size_t first = (size_t)strip * rows, end = first + rows;
    elliptic->first = first < elliptic->height ? first : elliptic->height;
    end = end < elliptic->height ? end : elliptic->height;
    elliptic->rows = end - elliptic->first;
    if (elliptic->rows > 0 && strip > 0)
        elliptic->previous = division_dimension(cube_node(), cube_gray(strip - 1));
    if (elliptic->rows > 0 && end < elliptic->height)
        elliptic->next = division_dimension(cube_node(), cube_gray(strip + 1));
}

/* Sets the coefficients of the faces and, on the diagonal, their sum over the faces of each cell.
 */
static void set_coefficients(struct elliptic *elliptic, double contrast) {
    size_t width = elliptic->width;
    double dx = 1 / (double)width, dy = 1 / (double)elliptic->height;
    for (size_t i = 0; i <= elliptic->rows; i++)
        for (size_t j = 0; j < width; j++) {
            size_t row = elliptic->first + i;
            double x = ((double)j + 0.5) * dx, y = (double)row * dy;
            double above = 1 + contrast * x * y, right = 1 + contrast * (x + dx / 2) * (y + dy / 2);
            double left = 1 + contrast * (x - dx / 2) * (y + dy / 2);
            double below = 1 + contrast * x * (y + dy);
            elliptic->down[i * width + j] = row > 0 && row < elliptic->height ? above : 0;
            if (i == elliptic->rows)
                continue;
            elliptic->across[i * width + j] = j + 1 < width ? right : 0;
            elliptic->diagonal[i * width + j] =
                (row > 0 ? above : 2 * above) + (row + 1 < elliptic->height ? below : 2 * below) +
                (j > 0 ? left : 2 * left) + (j + 1 < width ? right : 2 * right);
        }
}

void elliptic_make(struct elliptic *elliptic, size_t height, size_t width, double contrast,
                   int alone) {
    *elliptic = (struct elliptic){
        .height = height, .width = width, .rows = height, .previous = -1, .next = -1};
    if (!alone)
        take_strip(elliptic);
    size_t cells = elliptic->rows * width;
    elliptic->memory = allocate(3 * cells + 3 * width, sizeof *elliptic->memory);
    elliptic->across = elliptic->memory;
    elliptic->diagonal = elliptic->across + cells;
    elliptic->down = elliptic->diagonal + cells;
    elliptic->above = elliptic->down + cells + width;
    elliptic->below = elliptic->above + width;
    set_coefficients(elliptic, contrast);
}

void elliptic_free(struct elliptic *elliptic) {
    free(elliptic->memory);
    elliptic->memory = NULL;
}

/* Exchanges the first and the last row with the strips before and after, both at once. */
static void exchange_rows(struct elliptic *elliptic, const double *from) {
    const void *send[CUBE_DIMENSIONS] = {NULL};
    void *recv[CUBE_DIMENSIONS] = {NULL};
    unsigned links = 0;
    if (elliptic->previous >= 0) {
        links |= 1u << elliptic->previous;
        send[elliptic->previous] = from;
        recv[elliptic->previous] = elliptic->above;
    }
    if (elliptic->next >= 0) {
        links |= 1u << elliptic->next;
        send[elliptic->next] = from + (elliptic->rows - 1) * elliptic->width;
        recv[elliptic->next] = elliptic->below;
    }
    must(cube_links_exchange(links, send, links, recv, elliptic->width * sizeof *from),
         "the exchange of rows");
}

/* Computes one row of cells. `x` is their own row; `up` and `down` are the coefficients of the
 * faces above and below them, `north` and `south` the rows beyond. */
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

void elliptic_apply(void *context, const double *from, double *to, struct account *account) {
    struct elliptic *elliptic = context;
    size_t width = elliptic->width;
    bool whole = elliptic->rows == elliptic->height;
    if (!whole && rows_of_strip(elliptic->height) < elliptic->height) {
        account_communicate(account);
        exchange_rows(elliptic, from);
        account_compute(account);
    }
    for (size_t i = 0; i < elliptic->rows; i++) {
        const double *x = from + i * width;
        apply_row(width, elliptic->diagonal + i * width, elliptic->across + i * width,
                  elliptic->down + i * width, elliptic->down + (i + 1) * width, x,
                  i > 0 ? x - width : elliptic->above,
                  i + 1 < elliptic->rows ? x + width : elliptic->below, to + i * width);
    }
}
