/* All calls that take a choice in all subcubes of 2 to 5 dimensions (tests/subcubes.h), on host
 * cubes. */
#include "tests/host/host.h"
#include "tests/subcubes.h"
#include "tests/unit/test.h"

/* ThreadSanitizer learns nothing from larger cubes. */
enum { LARGEST_CUBE = HOST_THREADS_ALONE ? 3 : 5 };

static int call_all(void *argument) {
    (void)argument;
    host_check(subcubes_are_right(0, IN_SUBCUBES - 1));
    return 0;
}

TEST(calls_are_right_in_subcubes) {
    for (uint32_t n = 2; n <= LARGEST_CUBE; n++)
        assert_int_equal(host_run(n, NULL, call_all, NULL), HOST_OK);
}
