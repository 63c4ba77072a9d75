/* The programs of tests/mpi/random and tests/mpi/corners, which the machine runs too, on the host's
 * cube: they know what has to come of every call. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "mpi/object/communicator.h"
#include "tests/unit/mpi/worlds.h"

/* Their main functions, which are compiled with these names. */
int random_main(int count, char **arguments);
int corners_main(int count, char **arguments);

static int random_program(void *seed) {
    char *arguments[] = {"random", seed, HOST_THREADS_ALONE ? "10" : "40", NULL};
    int status = random_main(3, arguments);
    host_check(comm_count == 0);
    return status;
}

/* Nodes that sleep at once or look first, with small rings and large ones. */
static void test_random(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof worlds / sizeof *worlds; i++)
        for (uint32_t k = 0; k < 4; k++) {
            char seed[16];
            snprintf(seed, sizeof seed, "%u", 4 * worlds[i] + k);
            const struct host_options options = {
                .ranks = worlds[i], .spins = k % 2 * 20, .routed = k < 2 ? 0 : 1024};
            assert_int_equal(host_run(dimension_of(worlds[i]), &options, random_program, seed),
                             HOST_OK);
        }
}

static int corners(void *unused) {
    (void)unused;
    char *arguments[] = {"corners", NULL};
    int status = corners_main(1, arguments);
    host_check(comm_count == 0);
    return status;
}

static void test_corners(void **state) {
    (void)state;
    run_all(corners, NULL, 1, 16);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random),
        cmocka_unit_test(test_corners),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
