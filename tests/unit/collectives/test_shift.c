/* Circular shifts and other permutations: numbers of the literature, and the calls against what
 * each node can tell. */
#include <errno.h>

#include "collectives/schedule/catalogue.h"
#include "cube.h"
#include "tests/host/host.h"
#include "tests/unit/test.h"

enum { CUBES = CUBE_MAX_DIMENSION + 1 };

/* The most steps that any shift takes, n = 0 .. 9. */
struct worst {
    const char *name;
    uint32_t steps[CUBES];
};

static const struct worst worst[] = {
    {"gray-shift-signed", {0, 1, 2, 3, 4, 5, 6, 7, 8, 9}},
    {"gray-shift-binary", {0, 1, 3, 5, 7, 9, 11, 13, 15, 17}},
    {"gray-shift-shorter", {0, 1, 2, 3, 5, 7, 9, 11, 13, 15}},
    {"shift-exchange", {0, 1, 2, 3, 4, 5, 6, 7, 8, 9}},
    {"xor-exchange", {0, 1, 2, 3, 4, 5, 6, 7, 8, 9}},
    {"xor-ecube", {0, 1, 1, 1, 1, 1, 1, 1, 1, 1}},
    {"shift-ecube", {0, 1, 1, 1, 1, 1, 1, 1, 1, 1}},
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

static int run_calls(void *argument) {
    (void)argument;
    int me = cube_node(), nodes = cube_nodes();
    for (int q = -nodes - 1; q <= nodes + 1; q++) {
        int received = -1;
        host_check(cube_shift(&me, &received, sizeof me, q) == 0);
        host_check(received == ((me - q) & (nodes - 1)));
        host_check(cube_shift_by(&(struct cube_choice){.ports = CUBE_SIMD}, &me, &received,
                                 sizeof me, q) == 0);
        host_check(received == ((me - q) & (nodes - 1)));
        int i = cube_gray_inverse(me);
        host_check(cube_gray_shift(&i, &received, sizeof i, q) == 0);
        host_check(received == ((i - q) & (nodes - 1)));
        host_check(cube_gray_shift_by(&(struct cube_choice){.algorithm = "gray-shift-binary"}, &i,
                                      &received, sizeof i, q) == 0);
        host_check(received == ((i - q) & (nodes - 1)));
    }
    for (int j = 0; j < nodes; j++) {
        int received = -1;
        host_check(cube_permute_xor(&me, &received, sizeof me, j) == 0);
        host_check(received == (me ^ j));
        received = -1;
        host_check(cube_permute_xor_by(&(struct cube_choice){.ports = CUBE_SIMD}, &me, &received,
                                       sizeof me, j) == 0);
        host_check(received == (me ^ j));
    }
    return 0;
}

TEST(calls_deliver) {
    for (uint32_t n = 0; n <= 4; n++)
        assert_int_equal(host_run(n, NULL, run_calls, NULL), HOST_OK);
}

static int run_subcubes(void *argument) {
    (void)argument;
    struct cube_choice choice = {.dimensions = 0x5};
    int me = cube_node(), received = -1;
    host_check(cube_shift_by(&choice, &me, &received, sizeof me, 1) == 0);
    /* In a subcube of dimensions 0 and 2 the numbers 0, 1, 2, 3 are nodes 0, 1, 4, 5, or the same
     * with bit 1 set. */
    static const int before[] = {5, 0, 7, 2, 1, 4, 3, 6};
    host_check(received == before[me]);
    return 0;
}

TEST(subcubes) {
    assert_int_equal(host_run(3, NULL, run_subcubes, NULL), HOST_OK);
}

/* A permutation without a name: i goes to 5 i + seed, with neighbours exchanged. */
static int run_permutations(void *argument) {
    (void)argument;
    int me = cube_node(), nodes = cube_nodes();
    int destination[1 << 5] = {0};
    for (int seed = 0; seed < 7; seed++) {
        int received = -1, origin = 0;
        for (int i = 0; i < nodes; i++)
            destination[i] = ((5 * i + seed) & (nodes - 1)) ^ ((seed & 1) && nodes > 1);
        while (destination[origin] != me)
            origin++;
        host_check(cube_permute(&me, &received, sizeof me, destination) == 0);
        host_check(received == origin);
    }
    destination[0] = nodes;
    host_check(cube_permute(&me, &me, sizeof me, destination) == -EINVAL);
    host_check(cube_contention(destination) == -EINVAL);
    host_check(cube_contention(NULL) == -EINVAL);
    destination[0] = destination[nodes - 1];
    host_check(nodes == 1 || cube_permute(&me, &me, sizeof me, destination) == -EINVAL);
    return 0;
}

TEST(any_permutation) {
    for (uint32_t n = 0; n <= 5; n++)
        assert_int_equal(host_run(n, NULL, run_permutations, NULL), HOST_OK);
}

/* The known ones: a shift along node numbers has none, along Gray codes 2 from n = 3 on; reversed
 * bits, 2^(n / 2 - 1). */
static int run_contention(void *argument) {
    (void)argument;
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
    return 0;
}

TEST(contention_is_told) {
    for (uint32_t n = 0; n <= 6; n++)
        assert_int_equal(host_run(n, NULL, run_contention, NULL), HOST_OK);
}

static int run_wrong_calls(void *argument) {
    (void)argument;
    int a = 0, b;
    host_check(cube_shift(NULL, &b, sizeof b, 1) == -EINVAL);
    host_check(cube_shift(&a, NULL, sizeof a, 1) == -EINVAL);
    host_check(cube_shift(NULL, NULL, 0, 1) == 0);
    host_check(cube_permute_xor(&a, &b, sizeof a, 4) == -EINVAL);
    host_check(cube_permute_xor(&a, &b, sizeof a, -1) == -EINVAL);
    struct cube_choice choice = {.algorithm = "gray-shift-signed"};
    host_check(cube_shift_by(&choice, &a, &b, sizeof a, 1) == -EINVAL);
    choice = (struct cube_choice){.ports = CUBE_SIMD};
    host_check(cube_gray_shift_by(&choice, &a, &b, sizeof a, 1) == -EINVAL);
    return 0;
}

TEST(wrong_calls_are_refused) {
    assert_int_equal(host_run(2, NULL, run_wrong_calls, NULL), HOST_OK);
}

/* Node 0 does not shift and gets an error at its barrier. Node 1 shifts, and waits for node 0. */
static int run_other_shifts(void *argument) {
    _Atomic int *told = argument;
    int a = 0, b;
    if (cube_shift(&a, &b, sizeof a, cube_node()) == 0 && cube_node() == 0)
        atomic_store(told, cube_barrier());
    return 0;
}

TEST(other_shifts_are_told) {
    _Atomic int told = 0;
    assert_int_equal(host_run(1, NULL, run_other_shifts, &told), HOST_DEADLOCK);
    assert_int_equal(told, -EPROTO);
    assert_string_equal(host_wait_of(1)->operation, "shift");
}
