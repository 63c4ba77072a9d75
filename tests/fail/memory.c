/* Asks for memory until there is no more: the answer is a null pointer, and the program goes on. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cube.h"

enum { BLOCK_BYTES = 64 << 10 };

int main(void) {
    long blocks = 0;
    for (char *block; (block = malloc(BLOCK_BYTES)); blocks++)
        memset(block, cube_node() + 1, BLOCK_BYTES); /* a frame for every page */
    int error = errno;
    printf("node %d: %s after %ld KiB\n", cube_node(),
           error == ENOMEM ? "no more memory" : strerror(error), blocks * (BLOCK_BYTES >> 10));
    return cube_barrier();
}
