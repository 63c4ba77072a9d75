/* The product of two numbers of type int, which has no room for it. */
#include <cube.h>
#include <stdio.h>

int main(void) {
    int side = 46341 + cube_node();
    printf("node %d: %d\n", cube_node(), side * side);
}
