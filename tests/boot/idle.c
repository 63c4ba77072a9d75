/* Runs until it is ended from outside: something for a test to look into. */
#include <stdio.h>

#include "cube.h"
#include "net/system/system.h"

int main(void) {
    cube_barrier();
    if (cube_node() == 0)
        puts("running");
    for (;;)
        system_yield();
}
