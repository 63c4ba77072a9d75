/* Finds a permutation whose packets share a link, or whose contention is told wrongly. */
#include <stdlib.h>

#include "collectives/catalogue/catalogue.h"
#include "collectives/check/shapes.h"
#include "cube.h"
#include "tests/unit/nodes.h"

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
