#include "programs/computations/vector/inner.h"

#include <math.h>
#include <stdint.h>

#include "cube.h"
#include "programs/computations/must.h"

double inner_own(const double *x, const double *y, size_t count) {
    double sum[4] = {0}; /* so that the compiler takes two products at a time */
    size_t i = 0;
    for (; i + 4 <= count; i += 4)
        for (size_t k = 0; k < 4; k++)
            sum[k] += x[i + k] * y[i + k];
    for (; i < count; i++)
        sum[0] += x[i] * y[i];
    return sum[0] + sum[1] + (sum[2] + sum[3]);
}

void inner_accumulate(struct account *account, const double *own, double *sum) {
    const struct cube_choice tree = {.algorithm = "reduce-binomial"};
    account_communicate(account);
    must(cube_reduce_by(&tree, own, sum, 1, &cube_double, &cube_sum, 0), "the accumulation");
    account_compute(account);
}

bool inner_terminates(struct account *account, const double *own, size_t count, double bound) {
    const struct cube_choice tree = {.algorithm = "bcast-binomial"};
    double square = inner_own(own, own, count), sum = 0;
    inner_accumulate(account, &square, &sum);
    uint64_t decision = sqrt(sum) <= bound;
    account_communicate(account);
    must(cube_bcast_by(&tree, &decision, 1, &cube_uint64, 0), "the decision");
    account_compute(account);
    return decision != 0;
}

struct cost inner_terminates_cost(void) {
    uint64_t nodes = (uint64_t)cube_nodes(), dimension = (uint64_t)cube_dim();
    return (struct cost){
        .steps = 2 * dimension,
        .words = 2 * (nodes - 1),
        .time = cube_catalogue_estimate("reduce-binomial", NULL, sizeof(double)) +
                cube_catalogue_estimate("bcast-binomial", NULL, sizeof(uint64_t)),
    };
}

double inner_product(struct account *account, const double *x, const double *y, size_t count) {
    const struct cube_choice exchange = {.algorithm = "allreduce-exchange"};
    double own = inner_own(x, y, count), product;
    account_communicate(account);
    must(cube_allreduce_by(&exchange, &own, &product, 1, &cube_double, &cube_sum),
         "the inner product");
    account_compute(account);
    return product;
}

struct cost inner_product_cost(void) {
    uint64_t nodes = (uint64_t)cube_nodes(), dimension = (uint64_t)cube_dim();
    return (struct cost){
        .steps = dimension,
        .words = nodes * dimension,
        .time = cube_catalogue_estimate("allreduce-exchange", NULL, sizeof(double)),
    };
}
