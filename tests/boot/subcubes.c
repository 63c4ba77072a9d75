/* All calls that take a choice in all subcubes of 2 to 5 dimensions, on the machine. Prints TAP at
 * node 0. */
#include "tests/subcubes.h"
#include "tests/tap.h"

int main(void) {
    for (int k = 0; k < IN_SUBCUBES; k++)
        ok(subcubes_are_right(k, k), in_subcubes[k].name);
    return tap_end();
}
