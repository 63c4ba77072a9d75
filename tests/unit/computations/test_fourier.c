/* The parallel FFT on host cubes, against FFTW on the same points. */
#include <stdlib.h>

#include <complex.h> /* before FFTW's, so that its numbers are those of C */
#include <fftw3.h>
#include <math.h>

#include "cube.h"
#include "programs/computations/fourier/fourier.h"
#include "programs/wormhole/random.h"
#include "tests/host/host.h"
#include "tests/unit/test.h"

enum { MOST_N = 4, MOST_D = 2 };

static const double allowed = 1e-12; /* error, relative to the largest number */

/* What the nodes of a cube have in common. */
struct transform {
    uint32_t d;
    double complex *input;    /* all points, in the order of their indices */
    double complex *expected; /* by FFTW */
    double largest_input;
    double largest_expected;
};

static double largest(const double complex *points, uint32_t count) {
    double most = 0;
    for (uint32_t k = 0; k < count; k++)
        most = fmax(most, cabs(points[k]));
    return most;
}

/* A node's points lie where block-cyclic distribution has them, and are what they ought to be. */
static void check_points(const struct fourier *fourier, const double complex *expected,
                         double size) {
    double error = 0;
    for (uint32_t place = 0; place < fourier->points; place++) {
        uint32_t index = fourier_index(fourier, (uint32_t)cube_node(), place);
        error = fmax(error, cabs(fourier->mine[place] - expected[index]));
    }
    host_check(error < allowed * size);
}

static int transform_at_node(void *argument) {
    const struct transform *transform = argument;
    struct fourier fourier;
    if (!host_check(fourier_start(&fourier, transform->d) == 0))
        return 1;
    for (uint32_t place = 0; place < fourier.points; place++)
        fourier.mine[place] =
            transform->input[fourier_index(&fourier, (uint32_t)cube_node(), place)];
    host_check(fourier_transform(&fourier, 0) == 0);
    check_points(&fourier, transform->expected, transform->largest_expected);
    host_check(fourier_transform(&fourier, 1) == 0);
    check_points(&fourier, transform->input, transform->largest_input);
    fourier_stop(&fourier);
    return 0;
}

static double complex any_point(struct random *numbers) {
    double real = (double)(int32_t)random_word(numbers), imaginary = (int32_t)random_word(numbers);
    return (real + I * imaginary) / INT32_MAX;
}

static void compare(uint32_t n, uint32_t d, uint64_t seed) {
    uint32_t count = 1u << (n + 2 * d);
    struct random numbers = {.state = seed};
    struct transform transform = {.d = d};
    transform.input = fftw_alloc_complex(count);
    transform.expected = fftw_alloc_complex(count);
    fftw_plan plan = fftw_plan_dft_1d((int)count, transform.input, transform.expected, FFTW_FORWARD,
                                      FFTW_ESTIMATE);
    for (uint32_t k = 0; k < count; k++)
        transform.input[k] = any_point(&numbers);
    fftw_execute(plan);
    transform.largest_input = largest(transform.input, count);
    transform.largest_expected = largest(transform.expected, count);
    assert_int_equal(host_run(n, NULL, transform_at_node, &transform), HOST_OK);
    fftw_destroy_plan(plan);
    fftw_free(transform.expected);
    fftw_free(transform.input);
}

TEST(transforms_as_fftw_does) {
    for (uint32_t n = 0; n <= MOST_N; n++)
        for (uint32_t d = 0; d <= MOST_D; d++)
            compare(n, d, 100 * n + d + 1);
    fftw_cleanup();
}

/* Messages of several parts: the points of a node are 4096 bytes. */
TEST(messages_in_parts) {
    compare(3, 4, 7);
    fftw_cleanup();
}

/* Each index is at one place of one node; the nodes have consecutive blocks of 2^d, cyclically. */
TEST(indices_are_block_cyclic) {
    const struct fourier fourier = {.n = 3, .d = 2, .points = 16};
    for (uint32_t node = 0; node < 8; node++)
        for (uint32_t place = 0; place < 16; place++)
            assert_int_equal(fourier_index(&fourier, node, place),
                             place / 4 * 32 + node * 4 + place % 4);
}
