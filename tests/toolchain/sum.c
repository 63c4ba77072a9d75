#include <cube.h>
#include <math.h>
#include <stdio.h>

#include "part.h"

int main(void) {
    long sum = part(), theirs;
    for (int d = 0; d < cube_dim(); d++, sum += theirs) {
        cube_link_send(d, &sum, sizeof sum);
        cube_link_recv(d, &theirs, sizeof theirs);
    }
    if (cube_node() == 0)
        printf("sum of %d nodes: %.0f\n", cube_nodes(), floor((double)sum));
    return sum != (long)cube_nodes() * (cube_nodes() - 1) / 2;
}
