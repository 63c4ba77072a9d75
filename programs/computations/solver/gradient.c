#include "programs/computations/solver/gradient.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cube.h"
#include "programs/computations/solver/local.h"
#include "programs/computations/vector/inner.h"

static const char sum_algorithm[] = "allreduce-exchange";

/* The vectors of an iteration, as they are called in equations (4) to (8) of the paper. */
struct vectors {
    double *memory;    /* of all that follow */
    double *residual;  /* r = b - A x */
    double *direction; /* p */
    double *mapped;    /* A p */
    double *nearer;    /* the preconditioner's map of r; r itself if there is none */
};

struct cost gradient_cost(uint64_t iterations, struct cost matrix,
                          const struct cost *preconditioner) {
    struct cost one_sum = cost_of_call(sum_algorithm, NULL, 1, sizeof(double));
    struct cost sums = cost_of_call(sum_algorithm, NULL, preconditioner ? 2 : 1, sizeof(double));
    struct cost all = cost_sum(cost_times(cost_sum(matrix, one_sum), iterations),
                               cost_times(sums, iterations + 1));
    if (preconditioner)
        all = cost_sum(all, cost_times(*preconditioner, iterations + 1));
    return all;
}

int diagonal_divide(void *context, const double *from, double *restrict to,
                    struct account *account) {
    const struct diagonal *diagonal = context;
    (void)account;
    for (size_t i = 0; i < diagonal->count; i++)
        to[i] = from[i] / diagonal->element[i];
    return 0;
}

static int prepare(const struct gradient *gradient, struct vectors *vectors) {
    bool preconditioned = gradient->preconditioner.apply;
    size_t count = gradient->count;
    double *memory = calloc((preconditioned ? 4 : 3) * count + 1, sizeof *memory);
    if (!memory)
        return -ENOMEM;
    vectors->memory = vectors->residual = memory;
    vectors->direction = memory + count;
    vectors->mapped = memory + 2 * count;
    vectors->nearer = preconditioned ? memory + 3 * count : vectors->residual;
    return 0;
}

/* Adds up the nodes' sums, so that every node has the same. */
static int add_up(const struct gradient *gradient, double *sums, size_t count,
                  struct account *account) {
    if (gradient->alone)
        return 0;
    const struct cube_choice choice = {.algorithm = sum_algorithm};
    account_communicate(account);
    int error = cube_allreduce_by(&choice, sums, sums, count, &cube_double, &cube_sum);
    account_compute(account);
    return error;
}

/* Applies the preconditioner to the residual r. `sums` becomes the inner products of r with the
 * result, and with itself. */
static int draw_nearer(const struct gradient *gradient, const struct vectors *vectors,
                       double sums[2], struct account *account) {
    const struct linear_map *preconditioner = &gradient->preconditioner;
    bool preconditioned = preconditioner->apply;
    if (preconditioned) {
        int error = preconditioner->apply(preconditioner->context, vectors->residual,
                                          vectors->nearer, account);
        if (error != 0)
            return error;
        sums[1] = inner_own(vectors->residual, vectors->residual, gradient->count);
    }
    sums[0] = inner_own(vectors->residual, vectors->nearer, gradient->count);
    int error = add_up(gradient, sums, preconditioned ? 2 : 1, account);
    if (!preconditioned)
        sums[1] = sums[0];
    return error;
}

/* Goes along the direction to the point where the error is least: equations (6) to (8). `product`
 * is that of the residual with the preconditioned one. */
static int go(const struct gradient *gradient, const struct vectors *vectors, double product,
              double *x, struct account *account) {
    size_t count = gradient->count;
    int error = gradient->matrix.apply(gradient->matrix.context, vectors->direction,
                                       vectors->mapped, account);
    if (error != 0)
        return error;
    double curvature = inner_own(vectors->direction, vectors->mapped, count);
    error = add_up(gradient, &curvature, 1, account);
    if (error != 0)
        return error;
    if (!(curvature > 0 && isfinite(curvature)))
        return -EDOM;
    double distance = product / curvature;
    local_add(x, distance, vectors->direction, count);
    local_add(vectors->residual, -distance, vectors->mapped, count);
    return 0;
}

static int iterate(const struct gradient *gradient, const struct vectors *vectors, double *x,
                   struct account *account, struct gradient_result *result) {
    double sums[2];
    int error = draw_nearer(gradient, vectors, sums, account);
    double length = error == 0 ? sqrt(sums[1]) : 0;
    if (!isfinite(length))
        return -EDOM;
    memcpy(vectors->direction, vectors->nearer, gradient->count * sizeof *vectors->direction);
    for (; error == 0 && length > 0; result->iterations++) {
        double product = sums[0];
        result->residual = sqrt(sums[1]) / length;
        if (result->iterations == gradient->most_iterations ||
            result->residual <= gradient->tolerance)
            return 0;
        if (!(product > 0 && isfinite(product)))
            return -EDOM;
        error = go(gradient, vectors, product, x, account);
        if (error == 0)
            error = draw_nearer(gradient, vectors, sums, account);
        local_join(vectors->direction, sums[0] / product, vectors->nearer, gradient->count);
    }
    return error;
}

int gradient_solve(const struct gradient *gradient, const double *right, double *x,
                   struct account *account, struct gradient_result *result) {
    struct vectors vectors;
    *result = (struct gradient_result){0};
    int error = prepare(gradient, &vectors);
    if (error != 0)
        return error;
    memcpy(vectors.residual, right, gradient->count * sizeof *right);
    memset(x, 0, gradient->count * sizeof *x);
    error = iterate(gradient, &vectors, x, account, result);
    free(vectors.memory);
    return error;
}
