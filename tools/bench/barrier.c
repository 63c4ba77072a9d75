/* The barrier, and, with the word "flags", a barrier of bare flags in turn with it. Prints the
 * least of several batches, in cube_cycles() a barrier. Arguments: barriers a batch, batches,
 * "flags". */
#include "cube.h"
#include "tools/bench/flags.h"
#include <stdio.h>
#include <stdlib.h>

static void ring_barriers(int barriers) {
    while (barriers-- > 0)
        cube_barrier();
}

/* The same exchanges as cube_barrier: one dimension after the other. */
static void flag_barriers(int barriers) {
    static uint32_t rounds;
    uint32_t round = rounds;
    const struct cube_node_page *page = system_node_page();
    struct flag_link link[CUBE_MAX_DIMENSION];
    for (uint32_t d = 0; d < page->dimension; d++)
        link[d] = flag_link(page, d);
    while (barriers-- > 0) {
        round++;
        for (uint32_t d = 0; d < page->dimension; d++) {
            flag_raise(link[d], round);
            flag_wait(link[d], round);
        }
    }
    rounds = round;
}

/* Cycles of `barriers` calls. */
static uint64_t measure(void (*run)(int barriers), int barriers) {
    uint64_t start = cube_cycles();
    run(barriers);
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
        uint64_t cycles = measure(ring_barriers, barriers);
        least = cycles < least ? cycles : least;
        cycles = flags ? measure(flag_barriers, barriers) : UINT64_MAX;
        least_flag = cycles < least_flag ? cycles : least_flag;
    }
    if (cube_node() == 0) {
        printf("barrier %.2f\n", (double)least / barriers);
        if (flags)
            printf("flag-barrier %.2f\n", (double)least_flag / barriers);
    }
    return 0;
}
