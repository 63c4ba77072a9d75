/* Says hello, with a mebibyte of private data in each process. Its start shows the cost of such
 * data. */
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
