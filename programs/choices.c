/* Reduces a short message and a longer one to node 0. With --explain, cuberun prints which
 * algorithms the calls use. */
#include <stdlib.h>

#include "cube.h"
#include "programs/computations/must.h"
#include "programs/parts/options.h"

int main(int argc, char *argv[]) {
    options_read(argc, argv, "choices: a short reduction and a longer one; no options", NULL, 0);
    static int64_t own[128], sum[128];
    must(cube_reduce(own, sum, 1, &cube_int64, &cube_sum, 0), "the short one");
    must(cube_reduce(own, sum, 128, &cube_int64, &cube_sum, 0), "the longer one");
    return EXIT_SUCCESS;
}
