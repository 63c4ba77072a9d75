/* QR by modified Gram-Schmidt (Ozveren, section 3.4.1; Golub and Van Loan, Matrix Computations). */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "computations/matrix/cyclic.h"
#include "computations/matrix/qr.h"
#include "cube.h"

static const struct cube_choice exchange = {.algorithm = "allreduce-exchange"};

/* products[j] becomes, of this node's rows, the inner product of the first column and column j. */
static void multiply_columns(const double *rows, size_t count, size_t columns, size_t left,
                             double *products) {
    memset(products, 0, left * sizeof *products);
    for (size_t k = 0; k < count; k++) {
        const double *row = &rows[k * columns];
        for (size_t j = 0; j < left; j++)
            products[j] += row[0] * row[j];
    }
}

/* Takes from each column j > 0 its part in the direction of the first, `ratio[j]` times the first,
 * and makes the first a unit vector. */
static void take_out(double *rows, size_t count, size_t columns, size_t left, const double *ratio,
                     double length) {
    for (size_t k = 0; k < count; k++) {
        double *row = &rows[k * columns], first = row[0];
        for (size_t j = 1; j < left; j++)
            row[j] -= ratio[j] * first;
        row[0] = first / length;
    }
}

int qr_gram_schmidt(struct account *account, const struct qr_rows *rows,
                    const struct qr_rows *triangle) {
    size_t columns = rows->columns, count = qr_own(rows->size);
    double *products = malloc(columns * sizeof *products);
    if (products == NULL)
        return -ENOMEM;
    int error = 0;
    for (size_t i = 0; i < rows->size && error == 0; i++) {
        size_t left = columns - i;
        multiply_columns(&rows->element[i], count, columns, left, products);
        account_communicate(account);
        error = cube_allreduce_by(&exchange, products, products, left, &cube_double, &cube_sum);
        account_compute(account);
        if (error == 0 && products[0] == 0)
            error = -EDOM;
        if (error != 0)
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
    return error;
}

struct cost qr_gram_schmidt_cost(size_t size, size_t columns) {
    uint64_t nodes = (uint64_t)cube_nodes(), dimension = (uint64_t)cube_dim();
    struct cost cost = {.steps = size * dimension};
    for (size_t i = 0; i < size; i++) {
        cost.words += nodes * dimension * (columns - i);
        cost.time += cube_catalogue_estimate("allreduce-exchange", NULL,
                                             (columns - i) * sizeof(double));
    }
    return cost;
}

double qr_gram_schmidt_share(size_t size, size_t columns) {
    (void)columns;
    return (double)cyclic_before(size, 0) / (double)size;
}
