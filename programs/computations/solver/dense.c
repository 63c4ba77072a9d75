#include "programs/computations/solver/dense.h"

#include <stdlib.h>
#include <string.h>

#include "cube.h"
#include "programs/computations/must.h"
#include "programs/computations/vector/inner.h"

/* Returns where the element of unknown `j` is in the room for the vector. */
static size_t column_of(const struct dense *dense, const struct division *division, size_t j) {
    if (dense->alone)
        return j;
    size_t block = division_block_of(division, j);
    return (size_t)cube_gray((int)block) * dense->most + j - division->first[block];
}

void dense_make(struct dense *dense, const struct division *division, int alone,
                double (*element)(const void *context, size_t i, size_t j), const void *context) {
    size_t first = alone ? 0 : division_first(division);
    *dense = (struct dense){.alone = alone};
    dense->rows = alone ? division->size : division_count(division);
    dense->most = alone ? division->size : division->most;
    dense->columns = alone ? division->size : division->blocks * division->most;
    dense->elements = allocate(dense->rows * dense->columns, sizeof *dense->elements);
    dense->part = allocate(dense->most, sizeof *dense->part);
    dense->whole = allocate(dense->columns, sizeof *dense->whole);
    for (size_t j = 0; j < division->size; j++) {
        size_t column = column_of(dense, division, j);
        for (size_t i = 0; i < dense->rows; i++)
            dense->elements[i * dense->columns + column] = element(context, first + i, j);
    }
}

void dense_free(struct dense *dense) {
    free(dense->elements);
    free(dense->part);
    free(dense->whole);
    *dense = (struct dense){0};
}

struct cost dense_cost(const struct dense *dense) {
    const struct cost none = {0};
    if (dense->alone)
        return none;
    return cost_of_call("allgather-exchange", NULL, dense->most, sizeof(double));
}

void dense_apply(void *context, const double *from, double *to, struct account *account) {
    struct dense *dense = context;
    const double *whole = dense->alone ? from : dense->whole;
    if (!dense->alone) {
        const struct cube_choice choice = {.algorithm = "allgather-exchange"};
        memcpy(dense->part, from, dense->rows * sizeof *from); /* the rest is 0 */
        account_communicate(account);
        must(cube_allgather_by(&choice, dense->part, dense->whole,
                               dense->most * sizeof *dense->part),
             "the all-gather of the vector");
        account_compute(account);
    }
    for (size_t i = 0; i < dense->rows; i++)
        to[i] = inner_own(dense->elements + i * dense->columns, whole, dense->columns);
}
