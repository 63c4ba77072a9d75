/* All collective calls in all subcubes of 2 to 5 dimensions, on the machine. Prints TAP at
 * node 0. */
#include "tests/subcubes.h"
#include "tests/tap.h"

int main(void) {
    for (int k = 0; k < subject_calls(); k++)
        ok(subcubes_are_right(k, k), subject_name(k));
    return tap_end();
}
