/* Each node prints its number. */
#include <stdio.h>

#include "cube.h"

int main(int argc, char *argv[]) {
    printf("hello from node %d of %d", cube_node(), cube_nodes());
    for (int i = 1; i < argc; i++)
        printf(" %s", argv[i]);
    printf("\n");
    return 0;
}
