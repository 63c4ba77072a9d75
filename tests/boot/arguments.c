/* Calls with invalid arguments, on the machine. Prints TAP at node 0. */
#include "tests/arguments.h"
#include "tests/arguments_others.h"
#include "tests/tap.h"

enum { ROUNDS = 2000 };

int main(void) {
    cube_stats_clear();
    ok(each_is_refused(), "each wrong argument is refused, in all its ways");
    ok(several_are_refused(ROUNDS), "several at once are");
    ok(others_refuse(), "messages and meshes refuse them");
    ok(catalogue_refuses(), "so does the catalogue");
    ok(nothing_came(), "nothing has been sent for any of them");
    ok(right_ones_work(false), "what is not wrong works");
    ok(right_ones_work(true), "and of no bytes without buffers");
    ok(any_shift_works(), "shifts go any number of places");
    ok(most_packets_work(), "as many packets as there may be arrive");
    /* A call that needs more scratch memory than the heap has is refused before anything is sent.
     */
    static uint8_t byte[3];
    ok(cube_aspc(&byte[0], &byte[1], &byte[2], (size_t)1 << 29) == -ENOMEM && cube_barrier() == 0,
       "no memory for scratch is told, and the next call works");
    return tap_end();
}
