/* The barrier, and, with the word "flags", a barrier of bare flags in turn with it. Prints the
 * least of several batches, in cube_cycles() a barrier. Arguments: barriers a batch, batches,
 * "flags". */
#include "cube.h"
#include "tools/bench/flags.h"
#include <stdio.h>
#include <stdlib.h>

/* The same exchanges as cube_barrier: one dimension after the other. */
static void flag_barrier(void) {
    static uint32_t round;
    const struct cube_node_page *page = system_node_page();
    round++;
    for (uint32_t dimension = 0; dimension < page->dimension; dimension++) {
        flag_raise(page, dimension, round);
        flag_wait(page, dimension, round);
    }
}

static void cube(void) {
    cube_barrier();
}

/* Cycles of `barriers` calls. */
static uint64_t measure(void (*barrier)(void), int barriers) {
    uint64_t start = cube_cycles();
    for (int i = 0; i < barriers; i++)
        barrier();
    return cube_cycles() - start;
}

int main(int argc, char **argv) {
    if (argc < 3) {
        fprintf(stderr, "usage: cuberun barrier.elf BARRIERS BATCHES [flags]\n");
        return 64;
    }
    int barriers = atoi(argv[1]);
    int flags = argc > 3;
    uint64_t least = UINT64_MAX;
    uint64_t least_flag = UINT64_MAX;
    for (int batches = atoi(argv[2]); batches > 0; batches--) {
        uint64_t cycles = measure(cube, barriers);
        least = cycles < least ? cycles : least;
        cycles = flags ? measure(flag_barrier, barriers) : UINT64_MAX;
        least_flag = cycles < least_flag ? cycles : least_flag;
    }
    if (cube_node() == 0) {
        printf("barrier %.2f\n", (double)least / barriers);
        if (flags)
            printf("flag-barrier %.2f\n", (double)least_flag / barriers);
    }
    return 0;
}
