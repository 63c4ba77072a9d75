#include "programs/computations/solver/gradient.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cube.h"
#include "programs/computations/must.h"
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

void diagonal_divide(void *context, const double *from, double *restrict to,
                     struct account *account) {
    const struct diagonal *diagonal = context;
    (void)account;
    for (size_t i = 0; i < diagonal->count; i++)
        to[i] = from[i] / diagonal->element[i];
}

static struct vectors prepare(const struct gradient *gradient) {
    bool preconditioned = gradient->preconditioner.apply;
    size_t count = gradient->count;
    double *memory = allocate((preconditioned ? 4 : 3) * count, sizeof *memory);
    return (struct vectors){.memory = memory,
                            .residual = memory,
                            .direction = memory + count,
                            .mapped = memory + 2 * count,
                            .nearer = preconditioned ? memory + 3 * count : memory};
}

/* Adds up the nodes' sums, so that every node has the same. */
static void add_up(const struct gradient *gradient, double *sums, size_t count,
                   struct account *account) {
    if (gradient->alone)
        return;
    const struct cube_choice choice = {.algorithm = sum_algorithm};
    account_communicate(account);
    must(cube_allreduce_by(&choice, sums, sums, count, &cube_double, &cube_sum), "adding sums");
    account_compute(account);
}

/* Applies the preconditioner to the residual r. `sums` becomes the inner products of r with the
 * result, and with itself. */
static void draw_nearer(const struct gradient *gradient, const struct vectors *vectors,
                        double sums[2], struct account *account) {
    const struct linear_map *preconditioner = &gradient->preconditioner;
    bool preconditioned = preconditioner->apply;
    if (preconditioned) {
        preconditioner->apply(preconditioner->context, vectors->residual, vectors->nearer, account);
        sums[1] = inner_own(vectors->residual, vectors->residual, gradient->count);
    }
    sums[0] = inner_own(vectors->residual, vectors->nearer, gradient->count);
    add_up(gradient, sums, preconditioned ? 2 : 1, account);
    if (!preconditioned)
        sums[1] = sums[0];
}

/* Loops over all elements of a node's parts of vectors, in a form that the compiler vectorizes. */
static void add(double *restrict to, double factor, const double *restrict from, size_t count) {
    for (size_t i = 0; i < count; i++)
        to[i] += factor * from[i];
}

static void join(double *restrict to, double factor, const double *restrict from, size_t count) {
    for (size_t i = 0; i < count; i++)
        to[i] = from[i] + factor * to[i];
}

/* Goes along the direction to the point where the error is least: equations (6) to (8). `product`
 * is that of the residual with the preconditioned one. */
static int go(const struct gradient *gradient, const struct vectors *vectors, double product,
              double *x, struct account *account) {
    size_t count = gradient->count;
    gradient->matrix.apply(gradient->matrix.context, vectors->direction, vectors->mapped, account);
    double curvature = inner_own(vectors->direction, vectors->mapped, count);
    add_up(gradient, &curvature, 1, account);
    if (!(curvature > 0 && isfinite(curvature)))
        return -EDOM;
    double distance = product / curvature;
    add(x, distance, vectors->direction, count);
    add(vectors->residual, -distance, vectors->mapped, count);
    return 0;
}

static int iterate(const struct gradient *gradient, const struct vectors *vectors, double *x,
                   struct account *account, struct gradient_result *result) {
    double sums[2];
    draw_nearer(gradient, vectors, sums, account);
    double length = sqrt(sums[1]);
    int error = 0;
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
        if (error != 0)
            break;
        draw_nearer(gradient, vectors, sums, account);
        join(vectors->direction, sums[0] / product, vectors->nearer, gradient->count);
    }
    return error;
}

int gradient_solve(const struct gradient *gradient, const double *right, double *x,
                   struct account *account, struct gradient_result *result) {
    struct vectors vectors = prepare(gradient);
    *result = (struct gradient_result){0};
    memcpy(vectors.residual, right, gradient->count * sizeof *right);
    memset(x, 0, gradient->count * sizeof *x);
    int error = iterate(gradient, &vectors, x, account, result);
    free(vectors.memory);
    return error;
}
