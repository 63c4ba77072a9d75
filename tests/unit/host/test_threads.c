/* Finds state that a run of a host cube inherits from the last one, whose threads it reuses. */
#include "cube.h"
#include "tests/host/host.h"
#include "tests/unit/nodes.h"

enum { BEGINNING = 7 };

static _Thread_local int begun = BEGINNING; /* has an image */
static _Thread_local int ended;             /* is among the zeros */

AT_NODE(use) {
    host_check(begun == BEGINNING);
    host_check(ended == 0);
    begun++;
    ended++;
}

/* Leaves a packet on its way and every node but node 0 in a wait. */
static int end_at_once(void *argument) {
    char byte = 0;
    use(argument);
    if (cube_node() == 0)
        return cube_link_send(0, &byte, 1);
    cube_link_recv(0, &byte, 1);
    return cube_link_recv(0, &byte, 1);
}

TEST(each_run_begins_anew) {
    static const uint32_t dimensions[] = {2, 1, 3, 0, 2};
    for (size_t k = 0; k < sizeof dimensions / sizeof dimensions[0]; k++) {
        assert_int_equal(host_run(dimensions[k], NULL, use, NULL), HOST_OK);
        if (dimensions[k] > 0)
            assert_int_equal(host_run(dimensions[k], NULL, end_at_once, NULL), HOST_DEADLOCK);
    }
}
