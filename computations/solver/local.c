#include "computations/solver/local.h"

enum { LANES = 8 }; /* sums that grow side by side: two for each unit and stage of a small core */

double local_product(const double *a, const double *b, size_t count) {
    double sums[LANES] = {0}, sum = 0;
    size_t i = 0;
    for (; i + LANES <= count; i += LANES)
        for (size_t lane = 0; lane < LANES; lane++)
            sums[lane] += a[i + lane] * b[i + lane];
    for (; i < count; i++)
        sum += a[i] * b[i];
    for (size_t lane = 0; lane < LANES; lane++)
        sum += sums[lane];
    return sum;
}

void local_add(double *restrict to, double factor, const double *restrict from, size_t count) {
    for (size_t i = 0; i < count; i++)
        to[i] += factor * from[i];
}

void local_join(double *restrict to, double factor, const double *restrict from, size_t count) {
    for (size_t i = 0; i < count; i++)
        to[i] = from[i] + factor * to[i];
}
