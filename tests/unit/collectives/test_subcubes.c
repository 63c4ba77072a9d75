/* Finds a call that is wrong in a subcube of 2 to 5 dimensions (tests/subcubes.h). */
#include "tests/subcubes.h"
#include "tests/unit/nodes.h"

/* ThreadSanitizer learns nothing from larger cubes. */
enum { LARGEST_CUBE = HOST_THREADS_ALONE ? 3 : 5 };

TEST_AT_NODES(calls_are_right_in_subcubes, 2, LARGEST_CUBE) {
    host_check(subcubes_are_right(0, subject_calls() - 1));
}
