/* Givens rotations of two rows. */
#ifndef COMPUTATIONS_MATRIX_ROTATION_H
#define COMPUTATIONS_MATRIX_ROTATION_H

#include <math.h>
#include <stddef.h>

/* The rotation that turns (first, second) into (length, 0). */
struct rotation {
    double cosine, sine;
};

/* Golub and Van Loan, Matrix Computations, algorithm 5.1.3: no square can overflow. */
static inline struct rotation rotation_of(double first, double second) {
    if (second == 0)
        return (struct rotation){.cosine = 1};
    if (fabs(second) > fabs(first)) {
        double ratio = first / second, sine = 1 / sqrt(1 + ratio * ratio);
        return (struct rotation){.cosine = sine * ratio, .sine = sine};
    }
    double ratio = second / first, cosine = 1 / sqrt(1 + ratio * ratio);
    return (struct rotation){.cosine = cosine, .sine = cosine * ratio};
}

/* Rotates `count` elements of two rows, so that the first element of the second becomes 0. */
static inline void rotate(double *restrict first, double *restrict second, size_t count) {
    if (second[0] == 0)
        return;
    struct rotation by = rotation_of(first[0], second[0]);
    for (size_t j = 0; j < count; j++) {
        double old = first[j];
        first[j] = by.cosine * old + by.sine * second[j];
        second[j] = by.cosine * second[j] - by.sine * old;
    }
    second[0] = 0; /* without this, rounding may leave something else */
}

/* The half of the rotation that changes the first row, and the half that changes the second. */
static inline void rotate_first(double *restrict first, const double *restrict second,
                                size_t count) {
    struct rotation by = rotation_of(first[0], second[0]);
    for (size_t j = 0; j < count; j++)
        first[j] = by.cosine * first[j] + by.sine * second[j];
}
static inline void rotate_second(const double *restrict first, double *restrict second,
                                 size_t count) {
    struct rotation by = rotation_of(first[0], second[0]);
    for (size_t j = 0; j < count; j++)
        second[j] = by.cosine * second[j] - by.sine * first[j];
    second[0] = 0;
}

#endif
