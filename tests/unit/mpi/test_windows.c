/* The programs of tests/mpi/windows, which the machine runs too, on the host's cube: they know what
 * has to come of every operation. */
#include <stdio.h>

#include "mpi/object/communicator.h"
#include "tests/unit/mpi/worlds.h"
#include "tests/unit/test.h"

/* Their main function, which is compiled with this name. */
int windows_main(int count, char **arguments);

static int random_program(void *seed) {
    char *arguments[] = {"windows", seed, HOST_THREADS_ALONE ? "3" : "8", NULL};
    int status = windows_main(3, arguments);
    host_check(comm_count == 0);
    return status;
}

static int ends(void *unused) {
    (void)unused;
    char *arguments[] = {"windows", "ends", NULL};
    return windows_main(2, arguments);
}

TEST(test_ends) {
    const struct host_options options = {.ranks = 3, .routed = 4096};
    assert_int_equal(host_run(2, &options, ends, NULL), HOST_OK);
}

/* Nodes that sleep at once or look first, with small rings and large ones, without a clock and with
 * one. */
TEST(test_random_windows) {
    for (size_t i = 0; i < sizeof worlds / sizeof *worlds; i++)
        for (uint32_t k = 0; k < 4; k++) {
            char seed[16];
            snprintf(seed, sizeof seed, "%u", 4 * worlds[i] + k);
            const struct host_options options = {
                .ranks = worlds[i],
                .spins = k % 2 * 20,
                .routed = k < 2 ? 0 : 1024,
                .flags = k == 1 ? CUBE_PAGE_CLOCK : 0,
                .costs = {1000, 10, 1, 0},
            };
            assert_int_equal(host_run(dimension_of(worlds[i]), &options, random_program, seed),
                             HOST_OK);
        }
}
