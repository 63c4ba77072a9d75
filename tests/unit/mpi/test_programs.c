/* Finds, by the programs of tests/mpi/random and tests/mpi/corners, which the machine also runs,
 * errors that only sanitizers see. */
#include <stdio.h>

#include "mpi/object/communicator.h"
#include "tests/unit/mpi/worlds.h"
#include "tests/unit/test.h"

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
TEST(test_random) {
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

TEST(test_corners) {
    run_all(corners, NULL, 1, 16);
}
