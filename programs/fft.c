/* The parallel FFT of Hou et al., section 6.2, of 2^(n+2d) points on the 2^n nodes. It is checked
 * against the transform's definition and by transforming back, and its time is printed beside that
 * of the paper's machine. The argument is d, 0 to 5; without one it is 3. With `cuberun --map
 * bit-reverse` the nodes are placed such that the bit-reverse has no contention. It is the only
 * communication that is not between neighbours. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "cube.h"
#include "programs/computations/fourier/fourier.h"
#include "programs/computations/moment.h"
#include "programs/computations/must.h"
#include "programs/parts/gather.h"
#include "programs/wormhole/timing.h"

enum {
    USAGE_ERROR = 64, /* EX_USAGE of sysexits.h */
    MOST_D = 5,
    CHECKED = 4, /* points of each node that are checked against the definition */
};

/* The input has no symmetry. Its real and imaginary parts are between -1 and 1. */
static double complex input(uint32_t index) {
    return sin(0.3 * index * index + 1) + I * cos(1.7 * index);
}

/* Returns e^(-2 pi i j k / m), by the roots of the transform. */
static double complex power(const struct fourier *fourier, uint64_t j, uint64_t k) {
    uint64_t all = (uint64_t)fourier->points << fourier->n, exponent = j * k % all;
    double complex root = fourier->root[exponent % (all / 2)];
    return exponent < all / 2 ? root : -root;
}

/* Returns the largest distance of some points from the definition of the transform. */
static double distance_from_definition(const struct fourier *fourier) {
    uint32_t all = fourier->points << fourier->n, node = (uint32_t)cube_node();
    double most = 0;
    for (uint32_t place = 0; place < fourier->points && place < CHECKED; place++) {
        uint32_t k = fourier_index(fourier, node, place * (fourier->points - 1) / CHECKED);
        double complex sum = 0;
        for (uint32_t j = 0; j < all; j++)
            sum += input(j) * power(fourier, j, k);
        uint32_t at = place * (fourier->points - 1) / CHECKED;
        most = fmax(most, cabs(sum - fourier->mine[at]));
    }
    return most;
}

static double distance_from_input(const struct fourier *fourier) {
    double most = 0;
    for (uint32_t place = 0; place < fourier->points; place++)
        most = fmax(most, cabs(fourier->mine[place] -
                               input(fourier_index(fourier, (uint32_t)cube_node(), place))));
    return most;
}

/* Prints measured cycles, and the times of the model before and after mapping, which are given in
 * hundredths of a microsecond. */
static void print_time(const char *title, uint64_t cycles, uint64_t plain, uint64_t mapped) {
    printf("%-12s %14" PRIu64 " %18.1f %18.1f\n", title, cycles, (double)plain / 100,
           (double)mapped / 100);
}

static void print_times(const struct fourier *fourier) {
    uint32_t n = fourier->n, d = fourier->d;
    uint64_t reverse = moment_latest(fourier->reverse_cycles);
    uint64_t exchange = moment_latest(fourier->exchange_cycles);
    uint64_t compute = moment_latest(fourier->compute_cycles);
    uint32_t flits = timing_flits(d);
    uint64_t plain = timing_communication(timing_bit_reverse(n, flits, false));
    uint64_t mapped = timing_communication(timing_bit_reverse(n, flits, true));
    uint64_t neighbours = n * timing_communication(timing_neighbour(flits));
    uint64_t computation = timing_computation(n, d);
    if (cube_node() != 0)
        return;
    printf("%-12s %14s %18s %18s\n", "slowest node", "cycles", "model, us", "mapped, us");
    print_time("bit-reverse", reverse, plain, mapped);
    print_time("neighbours", exchange, neighbours, neighbours);
    print_time("computation", compute, computation, computation);
    if (n >= 2)
        printf(
            "The ideal speed-up of the bit-reverse by a mapping is its degree of contention: %u\n",
            1u << (n - 2) / 2);
}

int main(int count, char *words[]) {
    struct fourier fourier;
    unsigned d = count > 1 ? (unsigned)(words[1][0] - '0') : 3;
    if (count > 2 || d > MOST_D || (count > 1 && words[1][1] != '\0')) {
        if (cube_node() == 0)
            fprintf(stderr, "usage: fft [D]: D is 0 to %d; a node has 4^D points\n", MOST_D);
        return USAGE_ERROR;
    }
    fourier_start(&fourier, d);
    for (uint32_t place = 0; place < fourier.points; place++)
        fourier.mine[place] = input(fourier_index(&fourier, (uint32_t)cube_node(), place));
    must(cube_barrier(), "beginning together");
    fourier_transform(&fourier, 0);
    struct fourier first = fourier;
    double forth = greatest_of_all(distance_from_definition(&fourier));
    fourier_transform(&fourier, 1);
    double back = greatest_of_all(distance_from_input(&fourier));
    /* The error of a transform grows with the logarithm of the number of points. The error of the
     * definition's sums grows with the number itself. */
    double all = (double)fourier.points * cube_nodes(), allowed = 1e-13 * all;
    if (cube_node() == 0)
        printf("FFT of %.0f points on %d nodes: error %s, and back %s\n", all, cube_nodes(),
               forth <= allowed ? "below 1e-13 a point" : "TOO LARGE",
               back <= allowed ? "below 1e-13 a point" : "TOO LARGE");
    print_times(&first);
    fourier_stop(&fourier);
    return forth <= allowed && back <= allowed ? 0 : 1;
}
