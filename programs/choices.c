/* Reduces a short message and a longer one to node 0. With --explain cuberun tells which algorithms
 * the calls use. */
#include <stdlib.h>

#include "computations/must.h"
#include "cube.h"

int main(void) {
    static int64_t own[128], sum[128];
    must(cube_reduce(own, sum, 1, &cube_int64, &cube_sum, 0), "the short one");
    must(cube_reduce(own, sum, 128, &cube_int64, &cube_sum, 0), "the longer one");
    return EXIT_SUCCESS;
}
