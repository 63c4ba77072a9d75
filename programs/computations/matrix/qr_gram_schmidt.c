/* QR by modified Gram-Schmidt (Ozveren, section 3.4.1; Golub and Van Loan, Matrix Computations). */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cube.h"
#include "programs/computations/matrix/cyclic.h"
#include "programs/computations/matrix/qr.h"
#include "programs/computations/must.h"
#include "programs/computations/pairs.h"

/* products[j] becomes the inner product of the first column and column j, within this node's rows.
 */
static void multiply_columns(const double *restrict rows, size_t count, size_t columns, size_t left,
                             double *restrict products) {
    memset(products, 0, left * sizeof *products);
    for (size_t k = 0; k < count; k++) {
        const double *row = &rows[k * columns], first = row[0];
        for (size_t j = 0; j < left; j++)
            products[j] += first * row[j];
    }
}

/* Takes from each column j > 0 its part in the direction of the first, `ratio[j]` times the first,
 * and makes the first a unit vector. */
static void take_out(double *restrict rows, size_t count, size_t columns, size_t left,
                     const double *restrict ratio, double length) {
    for (size_t k = 0; k < count; k++) {
        double *row = &rows[k * columns], first = row[0];
        for (size_t j = 1; j < left; j++)
            row[j] -= ratio[j] * first;
        row[0] = first / length;
    }
}

bool qr_gram_schmidt(struct account *account, const struct qr_rows *rows,
                     const struct qr_rows *triangle) {
    size_t columns = rows->columns, count = qr_own(rows->size);
    double *products = allocate(2 * columns, sizeof *products), *arrived = products + columns;
    bool regular = true;
    for (size_t i = 0; i < rows->size; i++) {
        size_t left = columns - i;
        multiply_columns(&rows->element[i], count, columns, left, products);
        pairs_sum(account, products, arrived, left);
        regular = products[0] != 0;
        if (!regular)
            break;
        double square = products[0], length = sqrt(square);
        if (cyclic_owner(i) == cube_node()) {
            double *row = &triangle->element[cyclic_before(i, cube_node()) * columns];
            for (size_t j = 0; j < left; j++)
                row[i + j] = products[j] / length;
        }
        for (size_t j = 0; j < left; j++)
            products[j] /= square;
        take_out(&rows->element[i], count, columns, left, products, length);
    }
    free(products);
    return regular;
}

struct cost qr_gram_schmidt_cost(size_t size, size_t columns) {
    uint64_t nodes = (uint64_t)cube_nodes(), dimension = (uint64_t)cube_dim();
    struct cost cost = {.steps = size * dimension};
    for (size_t i = 0; i < size; i++) {
        cost.words += nodes * dimension * (columns - i);
        cost.time += (double)dimension * cost_of_exchange(0, columns - i, sizeof(double)).time;
    }
    return cost;
}

double qr_gram_schmidt_share(size_t size, size_t columns) {
    (void)columns; /* each step has the same share of its columns */
    /* Per column beyond i: two multiplications a row, a sum a dimension, and two divisions. */
    double rows = (double)cyclic_before(size, 0), rest = 2;
    return (2 * rows + cube_dim() + rest) / (2 * (double)size + rest);
}
