/* The fast Fourier transform by +-2^b. */
#ifndef COMPUTATIONS_PM2B_TRANSFORM_H
#define COMPUTATIONS_PM2B_TRANSFORM_H

#include <stdint.h>

#include "programs/computations/pm2b/pm2b.h"

struct transform_number {
    double real, imaginary;
};

/* A transform of `size` numbers, a power of two and N or more. */
struct transform {
    uint64_t size;
    struct transform_number *roots; /* size / 2, the caller's: e^(-2 pi i k / size) */
};

/* Fills the roots. */
void transform_roots(const struct transform *transform);

/* Makes *program the transform, which must live as long as the program. It descends: the sum over i
 * of x[i] e^(-2 pi i k / size) then is element transform_place(transform, k). Each call of f uses
 * only one of a[i + 2^b] and a[i - 2^b]: the one whose number differs from i only in bit b. The
 * caller chooses the execution. */
void transform_program(struct pm2b *program, const struct transform *transform);

/* k with its log2(size) bits reversed. */
uint64_t transform_place(const struct transform *transform, uint64_t k);

#endif
