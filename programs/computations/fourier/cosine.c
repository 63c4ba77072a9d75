#include "programs/computations/fourier/cosine.h"

#include <math.h>
#include <stdlib.h>

#include "programs/computations/must.h"

static const double pi = 3.14159265358979323846;

static size_t reversed(size_t bits, size_t length) {
    size_t result = 0;
    for (size_t bit = 1; bit < length; bit *= 2, bits /= 2)
        result = result * 2 | (bits & 1);
    return result;
}

/* Makhoul's order has the even elements first, then the odd ones backwards; and the stages of the
 * Fourier transform, whose distances grow, expect it with the bits of all numbers reversed. */
static void set_places(struct cosine *cosine) {
    size_t length = cosine->length;
    for (size_t i = 0; i < length; i++)
        cosine->place[i] = reversed(i % 2 == 0 ? i / 2 : length - 1 - i / 2, length);
}

/* The angles of the stage in which elements `distance` apart meet begin in the table at element
 * `distance`. There is one for each element and pair of rows, so that a stage is one long loop. */
static void set_roots(struct cosine *cosine) {
    size_t pairs = cosine->pairs;
    for (size_t distance = 1; distance < cosine->length; distance *= 2)
        for (size_t i = 0; i < distance * pairs; i++) {
            size_t element = i / pairs;
            double angle = -pi * (double)element / (double)distance;
            cosine->roots[0][distance * pairs + i] = cos(angle);
            cosine->roots[1][distance * pairs + i] = sin(angle);
        }
    for (size_t q = 0; q < cosine->length; q++) {
        cosine->turn[0][q] = cos(pi * (double)q / (2 * (double)cosine->length));
        cosine->turn[1][q] = sin(pi * (double)q / (2 * (double)cosine->length));
    }
}

void cosine_make(struct cosine *cosine, size_t length, size_t rows) {
    size_t pairs = (rows + 1) / 2, elements = length * pairs;
    *cosine = (struct cosine){.length = length, .pairs = pairs};
    cosine->memory = allocate(4 * elements + 2 * length, sizeof *cosine->memory);
    cosine->place = allocate(length, sizeof *cosine->place);
    cosine->real = cosine->memory;
    cosine->imaginary = cosine->real + elements;
    cosine->roots[0] = cosine->imaginary + elements;
    cosine->roots[1] = cosine->roots[0] + elements;
    cosine->turn[0] = cosine->roots[1] + elements;
    cosine->turn[1] = cosine->turn[0] + length;
    set_places(cosine);
    set_roots(cosine);
}

void cosine_free(struct cosine *cosine) {
    free(cosine->place);
    free(cosine->memory);
    *cosine = (struct cosine){0};
}

/* One group of a stage: `count` elements of the lower half meet those of the upper half. */
static void meet(size_t count, const double *c, const double *s, double *restrict lower_real,
                 double *restrict lower_imaginary, double *restrict upper_real,
                 double *restrict upper_imaginary) {
    for (size_t i = 0; i < count; i++) {
        double real = upper_real[i] * c[i] - upper_imaginary[i] * s[i];
        double imaginary = upper_real[i] * s[i] + upper_imaginary[i] * c[i];
        upper_real[i] = lower_real[i] - real;
        upper_imaginary[i] = lower_imaginary[i] - imaginary;
        lower_real[i] += real;
        lower_imaginary[i] += imaginary;
    }
}

/* Does a group of a stage backwards. The result is twice what `meet` was given. */
static void part(size_t count, const double *c, const double *s, double *restrict lower_real,
                 double *restrict lower_imaginary, double *restrict upper_real,
                 double *restrict upper_imaginary) {
    for (size_t i = 0; i < count; i++) {
        double real = lower_real[i] - upper_real[i];
        double imaginary = lower_imaginary[i] - upper_imaginary[i];
        lower_real[i] += upper_real[i];
        lower_imaginary[i] += upper_imaginary[i];
        upper_real[i] = real * c[i] + imaginary * s[i];
        upper_imaginary[i] = imaginary * c[i] - real * s[i];
    }
}

typedef void stage_group(size_t count, const double *c, const double *s, double *lower_real,
                         double *lower_imaginary, double *upper_real, double *upper_imaginary);

static void stage(struct cosine *cosine, size_t distance, stage_group *group) {
    size_t half = distance * cosine->pairs;
    for (size_t at = 0; at < cosine->length * cosine->pairs; at += 2 * half)
        group(half, cosine->roots[0] + half, cosine->roots[1] + half, cosine->real + at,
              cosine->imaginary + at, cosine->real + at + half, cosine->imaginary + at + half);
}

/* With V the Fourier transform in Makhoul's order and w = exp(-i pi q / (2 length)):
 * C[q] = (w V[q] + conj(w) V[length - q]) / 2, which holds for complex rows as for real ones. */
static void turn(struct cosine *cosine, size_t q) {
    size_t pairs = cosine->pairs, other = cosine->length - q;
    double c = cosine->turn[0][q] / 2, s = cosine->turn[1][q] / 2;
    double *restrict a = cosine->real + q * pairs, *restrict b = cosine->imaginary + q * pairs;
    double *restrict d = cosine->real + other * pairs;
    double *restrict e = cosine->imaginary + other * pairs;
    for (size_t k = 0; k < pairs; k++) {
        double real = a[k] + d[k], imaginary = b[k] + e[k];
        double real_apart = a[k] - d[k], imaginary_apart = b[k] - e[k];
        a[k] = c * real + s * imaginary_apart;
        b[k] = c * imaginary - s * real_apart;
        d[k] = s * real - c * imaginary_apart;
        e[k] = s * imaginary + c * real_apart;
    }
}

/* The way back is V[q] = conj(w) (C[q] - i C[length - q]). */
static void turn_back(struct cosine *cosine, size_t q) {
    size_t pairs = cosine->pairs, other = cosine->length - q;
    double c = cosine->turn[0][q], s = cosine->turn[1][q];
    double *restrict a = cosine->real + q * pairs, *restrict b = cosine->imaginary + q * pairs;
    double *restrict d = cosine->real + other * pairs;
    double *restrict e = cosine->imaginary + other * pairs;
    for (size_t k = 0; k < pairs; k++) {
        double real = a[k] + e[k], imaginary = b[k] - d[k];
        double other_real = d[k] + b[k], other_imaginary = e[k] - a[k];
        a[k] = c * real - s * imaginary;
        b[k] = c * imaginary + s * real;
        d[k] = s * other_real - c * other_imaginary;
        e[k] = s * other_imaginary + c * other_real;
    }
}

/* C[length / 2] has itself as its partner: it is cos(pi / 4) V[length / 2]. */
static void scale_middle(struct cosine *cosine, double factor) {
    double *real = cosine->real + cosine->length / 2 * cosine->pairs;
    double *imaginary = cosine->imaginary + cosine->length / 2 * cosine->pairs;
    for (size_t k = 0; k < cosine->pairs; k++) {
        real[k] *= factor;
        imaginary[k] *= factor;
    }
}

void cosine_transform(struct cosine *cosine) {
    for (size_t distance = 1; distance < cosine->length; distance *= 2)
        stage(cosine, distance, meet);
    for (size_t q = 1; q < cosine->length / 2; q++)
        turn(cosine, q);
    if (cosine->length > 1)
        scale_middle(cosine, sqrt(0.5));
}

void cosine_restore(struct cosine *cosine) {
    for (size_t q = 1; q < cosine->length / 2; q++)
        turn_back(cosine, q);
    if (cosine->length > 1)
        scale_middle(cosine, sqrt(2));
    for (size_t distance = cosine->length / 2; distance >= 1; distance /= 2)
        stage(cosine, distance, part);
    double factor = 1 / (double)cosine->length;
    for (size_t i = 0; i < cosine->length * cosine->pairs; i++) {
        cosine->real[i] *= factor;
        cosine->imaginary[i] *= factor;
    }
}
