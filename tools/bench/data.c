/* Says hello, with a mebibyte of data that each process has to itself. Its start shows what such
 * data costs. */
#include <stdint.h>
#include <stdio.h>

#include "cube.h"

enum { DATA_BYTES = 1 << 20 };

static volatile uint8_t data[DATA_BYTES] = {1};

int main(void) {
    data[cube_node()]++;
    printf("hello from node %d of %d\n", cube_node(), cube_nodes());
    return 0;
}
