#include "programs/computations/solver/local.h"

void local_add(double *restrict to, double factor, const double *restrict from, size_t count) {
    for (size_t i = 0; i < count; i++)
        to[i] += factor * from[i];
}

void local_join(double *restrict to, double factor, const double *restrict from, size_t count) {
    for (size_t i = 0; i < count; i++)
        to[i] = from[i] + factor * to[i];
}
