/* For tests that run on worlds of several numbers of processes. */
#ifndef TESTS_MPI_WORLDS_H
#define TESTS_MPI_WORLDS_H

#include <stdio.h>

#include "compiler.h"
#include "mpi.h"
#include "tests/host/host.h"
#include "tests/unit/test.h"

static NODE_LOCAL int size, rank;

/* Starts MPI at a process, and sets its rank and the number of processes. */
static inline void begin(void) {
    host_check(MPI_Init(NULL, NULL) == MPI_SUCCESS);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
}

static const uint32_t worlds[] = {1, 2, 3, 4, 6, 8, 13, 16};

static inline uint32_t dimension_of(uint32_t processes) {
    uint32_t dimension = 0;
    while (1u << dimension < processes)
        dimension++;
    return dimension;
}

/* Whether the thread sanitizer leaves out worlds of `processes` processes (tests/host/threads.h).
 */
static inline bool is_left_out(uint32_t processes, uint32_t watched) {
    return HOST_THREADS_ALONE && processes > watched;
}

/* Runs a function on worlds of at least `least` processes, on cubes of which some nodes only
 * forward. Under the thread sanitizer it leaves out worlds of more than `watched`. */
static inline void run_all(int (*function)(void *), void *argument, uint32_t least,
                           uint32_t watched) {
    for (size_t i = 0; i < sizeof worlds / sizeof *worlds; i++) {
        if (worlds[i] < least || is_left_out(worlds[i], watched))
            continue;
        const struct host_options options = {.ranks = worlds[i]};
        assert_int_equal(host_run(dimension_of(worlds[i]), &options, function, argument), HOST_OK);
    }
}

/* The body that follows is run by each process of worlds as above, between MPI_Init and
 * MPI_Finalize. */
#define TEST_IN_WORLDS(name, least, watched)                                                       \
    static void in_world_##name(void);                                                             \
    static int run_##name(__attribute__((__unused__)) void *argument) {                            \
        begin();                                                                                   \
        in_world_##name();                                                                         \
        return MPI_Finalize();                                                                     \
    }                                                                                              \
    TEST(name) {                                                                                   \
        run_all(run_##name, NULL, least, watched);                                                 \
    }                                                                                              \
    static void in_world_##name(void)

/* Runs a program, which takes a seed, in all worlds, on up to four kinds of cubes: nodes that sleep
 * at once or look first, with large rings and small ones. Those of the second kind have `flags`. */
static inline void run_program(int (*function)(void *seed), uint32_t kinds, uint32_t flags) {
    for (size_t i = 0; i < sizeof worlds / sizeof *worlds; i++)
        for (uint32_t k = 0; k < kinds && !is_left_out(worlds[i], 8); k++) {
            char seed[16];
            snprintf(seed, sizeof seed, "%u", kinds * worlds[i] + k);
            const struct host_options options = {
                .ranks = worlds[i],
                .spins = k % 2 * 20,
                .routed = k < 2 ? 0 : 1024,
                .flags = k == 1 ? flags : 0,
                .costs = {1000, 10, 1, 0},
            };
            assert_int_equal(host_run(dimension_of(worlds[i]), &options, function, seed), HOST_OK);
        }
}

#endif
