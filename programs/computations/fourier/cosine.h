/* The cosine transform of many rows at once, by a fast Fourier transform of half the number of
 * complex rows (Makhoul, A fast cosine transform in one and two dimensions, IEEE Trans. ASSP 28,
 * 1980):
 *
 *     C[q] = sum over i of x[i] cos(pi (2 i + 1) q / (2 length)),    i, q = 0 .. length - 1.
 *
 * With all x[i] of odd i negated it is the sine transform: C[q] becomes the sum of x[i] (before)
 * times sin(pi (2 i + 1) p / (2 length)) with p = length - q. The matrix with 2 on its diagonal, -1
 * beside it and 3 at both ends has these sines as its eigenvectors, and the eigenvalues
 * 2 - 2 cos(pi p / length) = 2 + 2 cos(pi q / length). */
#ifndef COMPUTATIONS_FOURIER_COSINE_H
#define COMPUTATIONS_FOURIER_COSINE_H

#include <stddef.h>

/* Real rows 2 k and 2 k + 1 are the real and the imaginary part of complex row k. What all rows
 * have at one place is consecutive: complex row k has its number at [p * pairs + k] of `real` and
 * of `imaginary` for place p. Number i of an untransformed row is at place[i], and C[q] of a
 * transformed one at place q. */
struct cosine {
    size_t length;     /* of a row: a power of two */
    size_t pairs;      /* of rows */
    double *memory;    /* of all that follow */
    double *real;      /* length x pairs numbers, which the caller fills in and reads */
    double *imaginary; /* as many */
    double *roots[2];  /* cos and sin of the stages' angles, for all pairs of rows */
    double *turn[2];   /* cos and sin of pi q / (2 length) */
    size_t *place;     /* of each number of an untransformed row */
};

/* Allocates the memory for a transform of `rows` rows. The length is a power of two. The
 * caller ends with cosine_free. */
void cosine_make(struct cosine *cosine, size_t length, size_t rows);
void cosine_free(struct cosine *cosine);

/* Transforms the rows. */
void cosine_transform(struct cosine *cosine);

/* The inverse of cosine_transform. */
void cosine_restore(struct cosine *cosine);

#endif
