/* Collective calls of every form on communicators of any size, on the host's cube. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/host/host.h"

#define check host_check
#include "tests/mpi_calls.h"

struct plan {
    uint64_t seed;
    int calls;
};

static int random_calls(void *argument) {
    const struct plan *plan = argument;
    start_process(plan->seed);
    make_random_calls(plan->calls);
    end_process();
    return 0;
}

static void test_random(void **state) {
    (void)state;
    for (uint32_t dimension = 0; dimension <= 4; dimension++)
        for (uint32_t spins = 0; spins < 2; spins++) {
            struct plan plan = {dimension * 77 + spins,
                                (HOST_THREADS_ALONE ? 240 : 960) >> dimension};
            assert_int_equal(host_run(dimension, &(struct host_options){.spins = 20 * spins},
                                      random_calls, &plan),
                             HOST_OK);
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
