/* The fast Fourier transform by +-2^b, descending. Some of the sums are compared with the
 * definition, and the sum of all squares with that of the input (Parseval's theorem). */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "compiler.h"
#include "cube.h"
#include "programs/computations/moment.h"
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

static void fill(uint64_t seed, uint64_t first, uint64_t count, struct transform_number x[]) {
    for (uint64_t k = 0; k < count; k++)
        x[k] = (struct transform_number){entry_fraction(seed, first + k, 0),
                                         entry_fraction(seed, first + k, 1)};
}

/* Returns the root e^(-2 pi i exponent / size). */
static struct transform_number root(const struct transform *transform, uint64_t exponent) {
    ASSUME(transform->size >= 2);
    exponent %= transform->size;
    struct transform_number r = transform->roots[exponent % (transform->size / 2)];
    return exponent < transform->size / 2 ? r : (struct transform_number){-r.real, -r.imaginary};
}

/* Returns the distance of result k from the definition. */
static double distance(const struct transform *transform, const struct transform_number x[],
                       uint64_t k, struct transform_number result) {
    for (uint64_t i = 0; i < transform->size; i++) {
        struct transform_number power = root(transform, i * k);
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

/* Compares results, at node 0, with the definition. Returns whether they are right. */
static bool verify(const struct transform *transform, const struct transform_number x[],
                   const struct transform_number result[]) {
    uint64_t size = transform->size;
    double before = squares(x, size), after = squares(result, size) / (double)size, most = 0;
    for (uint64_t number = 0; number < CHECKED; number++) {
        uint64_t k = number * (size - 1) / (CHECKED - 1);
        most = fmax(most, distance(transform, x, k, result[transform_place(transform, k)]));
    }
    double error = most / sqrt(before), lost = fabs(after - before) / before;
    bool right = error <= MOST_ERROR && lost <= MOST_ERROR;
    printf("%.1e from the definition, sum of squares %.1e from the input's: %s\n", error, lost,
           right ? "right" : "WRONG");
    return right;
}

int main(int count, char *words[]) {
    uint64_t size = 1024, seed = 1, alone = 0;
    struct way way = WAY_USUAL;
    const struct program_option options[] = {
        {"size", "numbers, a power of two", &size, 2, MOST_SIZE, NULL, NULL},
        {"seed", "of the numbers", &seed, 0, UINT32_MAX, NULL, NULL},
        WAY_OPTIONS(way),
    };
    int status;
    if (!options_read(count, words, "fast Fourier transform by +-2^b", options,
                      sizeof options / sizeof *options, &status))
        return status;
    if (pm2b_filled(size) != size) {
        if (cube_node() == 0)
            fprintf(stderr, "--size: invalid number (expected: a power of two, at least %d)\n",
                    cube_nodes());
        return STATUS_USAGE;
    }
    const struct transform transform = {size, allocate(size / 2, sizeof *transform.roots)};
    struct pm2b program;
    transform_roots(&transform);
    transform_program(&program, &transform);
    if (!way_set(&way, &program))
        return STATUS_USAGE;

    struct transform_number *x = NULL, *all = NULL;
    const bool first = cube_node() == 0;
    if (first) {
        x = allocate(size, sizeof *x);
        all = allocate(size, sizeof *all);
        fill(seed, 0, size, x);
        fill(seed, 0, size, all);
        alone = way_alone(&program, all);
    }
    size_t block = pm2b_block(size);
    struct transform_number *mine = allocate(block, sizeof *mine);
    struct outcome outcome;
    fill(seed, way_first(size), block, mine);
    way_carry_out(&program, mine, &outcome);
    way_gather(size, sizeof *mine, mine, all);

    if (first)
        printf("transform: %" PRIu64 " numbers on %d nodes, %s\n", size, cube_nodes(), way.name);
    bool right = !first || verify(&transform, x, all);
    bool counts = way_report(&outcome, alone, NULL);
    free(transform.roots);
    free(x);
    free(all);
    free(mine);
    return right && counts ? EXIT_SUCCESS : EXIT_FAILURE;
}
