/* Finds, by the programs of tests/mpi/random and tests/mpi/corners, which the machine also runs,
 * errors that only sanitizers see. */
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

TEST(test_random) {
    run_program(random_program, 4, 0);
}

static int corners(UNUSED void *unused) {
    char *arguments[] = {"corners", NULL};
    int status = corners_main(1, arguments);
    host_check(comm_count == 0);
    return status;
}

TEST(test_corners) {
    run_all(corners, NULL, 1, 8);
}
