/* Random routed traffic on the machine. Prints TAP at node 0; errors at another node set the
 * program's status. */
#include <stdio.h>

#include "cube.h"
#include "tests/traffic.h"

int main(void) {
    int wrong = traffic(1);
    if (cube_node() == 0)
        printf("%sok 1 - %d messages between %d nodes\n1..1\n", wrong ? "not " : "",
               AHEAD << 2 * cube_dim(), cube_nodes());
    return wrong;
}
