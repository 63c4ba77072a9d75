/* Circular shifts and other permutations: numbers of the literature, and contention. */
#include <stdlib.h>

#include "collectives/catalogue/catalogue.h"
#include "collectives/check/shapes.h"
#include "cube.h"
#include "tests/unit/nodes.h"

enum { CUBES = CUBE_MAX_DIMENSION + 1 };

/* The most steps that any shift takes, n = 0 .. 12. */
struct worst {
    const char *name;
    uint32_t steps[CUBES];
};

static const struct worst worst[] = {
    {"gray-shift-signed", {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}},
    {"gray-shift-binary", {0, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23}},
    {"gray-shift-shorter", {0, 1, 2, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21}},
    {"shift-exchange", {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}},
    {"xor-exchange", {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}},
    {"xor-ecube", {0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1}},
    {"shift-ecube", {0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1}},
};

TEST(worst_shifts) {
    for (size_t k = 0; k < sizeof worst / sizeof worst[0]; k++)
        for (uint32_t n = 0; n < CUBES; n++) {
            const struct algorithm *algorithm = catalogue_find(worst[k].name);
            struct shape shape = shape_of(n);
            uint32_t most = 0;
            assert_non_null(algorithm);
            for (shape.shift = 0; shape.shift < 1u << n; shape.shift++)
                if (algorithm_steps(algorithm, &shape) > most)
                    most = algorithm_steps(algorithm, &shape);
            assert_int_equal(most, worst[k].steps[n]);
        }
}

/* For every shift the signed digits cost as many steps as the farthest two nodes are links apart.
 */
TEST(signed_digits_are_optimal) {
    for (uint32_t n = 0; n < CUBES; n++) {
        struct shape shape = shape_of(n);
        for (shape.shift = 0; shape.shift < 1u << n; shape.shift++) {
            uint32_t farthest = 0;
            for (uint32_t i = 0; i < 1u << n; i++) {
                int to = (int)((i + shape.shift) & ((1u << n) - 1));
                unsigned apart = (unsigned)(cube_gray((int)i) ^ cube_gray(to));
                uint32_t distance = (uint32_t)__builtin_popcount(apart);
                farthest = distance > farthest ? distance : farthest;
            }
            assert_int_equal(algorithm_steps(catalogue_find("gray-shift-signed"), &shape),
                             farthest);
        }
    }
}

/* Draws a permutation of the nodes. */
static void draw(int destination[], uint32_t nodes, uint32_t *state) {
    for (uint32_t v = 0; v < nodes; v++)
        destination[v] = (int)v;
    for (uint32_t v = nodes; v-- > 1;) {
        uint32_t other = random_next(state) % (v + 1);
        int swapped = destination[v];
        destination[v] = destination[other];
        destination[other] = swapped;
    }
}

/* Follows the packet of a node in the first step. Returns where it is received, and counts it on
 * each link. */
static uint32_t followed(const struct algorithm *algorithm, const struct shape *shape,
                         uint32_t node, uint8_t passed[][CUBE_MAX_DIMENSION]) {
    struct step step;
    algorithm_step(algorithm, shape, node, 1, &step);
    if (step.sends == 0)
        return node;
    for (uint32_t out = lowest_port(step.sends);; out = step.leave[out]) {
        passed[node][out]++;
        node ^= 1u << out;
        algorithm_step(algorithm, shape, node, 1, &step);
        if (step.receives >> out & 1)
            return node;
        assert_true(step.relays >> out & 1);
    }
}

/* All packets of any permutation have paths that share no link: none has been found for which they
 * would not. */
TEST(any_permutation_takes_one_step) {
    const struct algorithm *algorithm = catalogue_find("permute-paths");
    uint32_t drawn = 1;
    for (uint32_t k = 0; k < 40; k++) {
        uint32_t n = 2 + k % 6;
        int destination[1 << 7];
        uint8_t passed[1 << 7][CUBE_MAX_DIMENSION] = {{0}};
        struct shape shape = shape_of(n);
        void *table = malloc(algorithm_table_bytes(algorithm, &shape));
        draw(destination, 1u << n, &drawn);
        shape.table = destination;
        algorithm_make_table(algorithm, &shape, table);
        shape.table = table;
        assert_int_equal(algorithm_steps(algorithm, &shape), 1);
        for (uint32_t v = 0; v < 1u << n; v++)
            assert_int_equal(followed(algorithm, &shape, v, passed), destination[v]);
        for (uint32_t v = 0; v < 1u << n; v++)
            for (uint32_t port = 0; port < n; port++)
                assert_true(passed[v][port] <= 1);
        free(table);
    }
}

/* Shifts by 2^b and -2^b take two steps on the ring of Gray codes, and n - b steps on a SIMD cube.
 * */
TEST(powers_of_two) {
    for (uint32_t n = 1; n < CUBES; n++)
        for (uint32_t b = 0; b < n; b++)
            for (int sign = -1; sign <= 1; sign += 2) {
                struct shape shape = shape_of(n);
                shape.shift = (uint32_t)(sign * (1 << b)) & ((1u << n) - 1);
                assert_int_equal(algorithm_steps(catalogue_find("gray-shift-signed"), &shape),
                                 b == 0 ? 1 : 2);
                assert_int_equal(algorithm_steps(catalogue_find("shift-exchange"), &shape), n - b);
            }
}

/* The known ones: a shift along node numbers has none, along Gray codes 2 from n = 3 on; reversed
 * bits, 2^(n / 2 - 1). */
TEST_AT_NODES(contention_is_told, 0, 6) {
    int n = cube_dim(), nodes = cube_nodes(), most = 0;
    int destination[1 << 6];
    for (int q = 1; q < nodes; q++) {
        for (int i = 0; i < nodes; i++)
            destination[i] = (i + q) & (nodes - 1);
        host_check(cube_contention(destination) == 1);
        for (int i = 0; i < nodes; i++)
            destination[cube_gray(i)] = cube_gray((i + q) & (nodes - 1));
        int shared = cube_contention(destination);
        most = shared > most ? shared : most;
    }
    host_check(most == (n >= 3 ? 2 : n >= 1 ? 1 : 0));
    for (int i = 0; i < nodes; i++) {
        destination[i] = 0;
        for (int d = 0; d < n; d++)
            destination[i] |= ((i >> d) & 1) << (n - 1 - d);
    }
    host_check(cube_contention(destination) == (n < 2 ? 0 : 1 << (n / 2 - 1)));
}
