/* The fast Fourier transform by +-2^b, descending. Some of the sums are compared with the
 * definition, and the sum of all squares with that of the input (Parseval's theorem). */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "compiler.h"
#include "cube.h"
#include "programs/computations/must.h"
#include "programs/computations/pm2b/transform.h"
#include "programs/parts/entries.h"
#include "programs/parts/options.h"
#include "programs/parts/ways.h"

enum { MOST_SIZE = 1 << 18, CHECKED = 16 };

/* The largest error of a sum, divided by the square root of the sum of the squares of its terms;
 * and the largest error of the sum of squares, divided by this sum. Each of log M iterations rounds
 * a few times. */
static const double MOST_ERROR = 1e-13;

static uint64_t size = 1024, seed = 1;
static struct way way = WAY_USUAL;
static struct transform transform;

static void fill(uint64_t first, uint64_t count, void *elements) {
    struct transform_number *x = elements;
    for (uint64_t k = 0; k < count; k++)
        x[k] = (struct transform_number){entry_fraction(seed, first + k, 0),
                                         entry_fraction(seed, first + k, 1)};
}

/* Returns the root e^(-2 pi i exponent / size). */
static struct transform_number root(uint64_t exponent) {
    ASSUME(size >= 2);
    exponent %= size;
    struct transform_number r = transform.roots[exponent % (size / 2)];
    return exponent < size / 2 ? r : (struct transform_number){-r.real, -r.imaginary};
}

/* Returns the distance of result k from the definition. */
static double distance(const struct transform_number x[], uint64_t k,
                       struct transform_number result) {
    for (uint64_t i = 0; i < size; i++) {
        struct transform_number power = root(i * k);
        result.real -= x[i].real * power.real - x[i].imaginary * power.imaginary;
        result.imaginary -= x[i].real * power.imaginary + x[i].imaginary * power.real;
    }
    return hypot(result.real, result.imaginary);
}

static double squares(const struct transform_number x[], uint64_t count) {
    double sum = 0;
    for (uint64_t i = 0; i < count; i++)
        sum += x[i].real * x[i].real + x[i].imaginary * x[i].imaginary;
    return sum;
}

/* Compares the result with the definition. */
static bool verify(const void *all, const void *right) {
    const struct transform_number *result = all;
    struct transform_number *x = allocate(size, sizeof *x);
    (void)right;
    fill(0, size, x);
    double before = squares(x, size), after = squares(result, size) / (double)size, most = 0;
    for (uint64_t number = 0; number < CHECKED; number++) {
        uint64_t k = number * (size - 1) / (CHECKED - 1);
        most = fmax(most, distance(x, k, result[transform_place(&transform, k)]));
    }
    free(x);
    double error = most / sqrt(before), lost = fabs(after - before) / before;
    bool is_right = error <= MOST_ERROR && lost <= MOST_ERROR;
    printf("transform: %" PRIu64 " numbers on %d nodes, %s\n", size, cube_nodes(), way.name);
    printf("%.1e from the definition, sum of squares %.1e from the input's: %s\n", error, lost,
           is_right ? "right" : "WRONG");
    return is_right;
}

int main(int count, char *words[]) {
    const struct program_option options[] = {
        OPTION_NUMBER("size", "numbers, a power of two", size, 2, MOST_SIZE),
        OPTION_NUMBER("seed", "of the numbers", seed, 0, UINT32_MAX),
        WAY_OPTIONS(way),
    };
    OPTIONS_READ(count, words, "fast Fourier transform by +-2^b", options);
    if (pm2b_filled(size) != size)
        options_refuse("--size: invalid number (expected: a power of two, at least %d)",
                       cube_nodes());
    transform = (struct transform){size, allocate(size / 2, sizeof *transform.roots)};
    struct pm2b program;
    transform_roots(&transform);
    transform_program(&program, &transform);
    way_set(&way, &program);
    static const struct problem sums = {sizeof(struct transform_number), fill, NULL, NULL, verify};
    int status = way_solve(&sums, &program);
    free(transform.roots);
    return status;
}
