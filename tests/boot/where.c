/* Spends time in named functions: node 0 three times as long in long_loop as in short_loop; it
 * declares the work given as argument. The others wait for it in waits. Prints the result of the
 * loops. */
#include <stdio.h>
#include <stdlib.h>

#include "compiler.h"
#include "cube.h"

enum { ROUNDS = 40, SHORT = 500, LONG = 1500 };

static NOINLINE uint32_t mix(uint32_t value, int count) {
    while (count-- > 0)
        value = value * 1664525u + 1013904223u;
    return value;
}

static NOINLINE uint32_t short_loop(uint32_t value) {
    return mix(value, SHORT) + 1;
}

static NOINLINE uint32_t long_loop(uint32_t value) {
    return mix(value, LONG) + 1;
}

static NOINLINE uint32_t waits(uint32_t value) {
    return cube_bcast(&value, 1, &cube_int32, 0) ? 0 : value;
}

int main(int argc, char *argv[]) {
    uint64_t units = argc > 1 ? strtoull(argv[1], NULL, 10) : 0;
    uint32_t value = 1;
    if (cube_node() == 0) {
        for (int round = 0; round < ROUNDS; round++)
            value = long_loop(short_loop(value));
        cube_work(units);
    }
    value = waits(value);
    if (cube_node() == cube_nodes() - 1)
        printf("%u\n", (unsigned)value);
    return 0;
}
