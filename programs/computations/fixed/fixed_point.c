#include "programs/computations/fixed/fixed_point.h"

#include <stdlib.h>
#include <string.h>

#include "cube.h"
#include "programs/computations/must.h"

void fixed_point_start(struct fixed_point *fixed, fixed_point_function *function,
                       const void *context, const struct division *division,
                       struct sparse_rows *dependency) {
    *fixed = (struct fixed_point){.function = function, .context = context, .division = division};
    sparse_product_make(&fixed->dependency, division, dependency);
    fixed->next = allocate(division_count(division), sizeof *fixed->next);
}

void fixed_point_stop(struct fixed_point *fixed) {
    sparse_product_free(&fixed->dependency);
    free(fixed->next);
    fixed->next = NULL;
}

/* Computes this node's part of f(x). The product's vector has all numbers that f needs as
 * arguments. */
static void apply(struct fixed_point *fixed) {
    const struct sparse_rows *rows = &fixed->dependency.rows;
    size_t first = division_first(fixed->division);
    for (size_t row = 0; row < rows->rows; row++) {
        size_t begin = rows->begin[row];
        fixed->next[row] =
            fixed->function(fixed->context, first + row, rows->begin[row + 1] - begin,
                            rows->value + begin, rows->column + begin, fixed->dependency.vector);
    }
}

/* Adds up the squares of the differences at all nodes: the inner product with the termination test
 * of section 3.1. */
static double square_distance(struct fixed_point *fixed, const double *x, struct account *account) {
    static const struct cube_choice by_exchange = {.algorithm = "allreduce-exchange"};
    double mine = 0, square;
    for (size_t row = 0; row < fixed->dependency.rows.rows; row++)
        mine += (fixed->next[row] - x[row]) * (fixed->next[row] - x[row]);
    fixed->tests++;
    account_communicate(account);
    must(cube_allreduce_by(&by_exchange, &mine, &square, 1, &cube_double, &cube_sum),
         "adding distances");
    account_compute(account);
    return square;
}

bool fixed_point_iterate(struct fixed_point *fixed, double *x, double tolerance, uint64_t most,
                         uint64_t every, struct account *account) {
    size_t bytes = fixed->dependency.rows.rows * sizeof *x;
    for (uint64_t time = 1; time <= most; time++) {
        double square = tolerance;
        sparse_product_collect(&fixed->dependency, x, account);
        apply(fixed);
        if (time % every == 0)
            square = square_distance(fixed, x, account);
        memcpy(x, fixed->next, bytes);
        fixed->iterations++;
        if (square < tolerance)
            return true;
    }
    return false;
}
