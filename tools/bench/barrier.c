/* Measures the barrier and, if the last argument is "flags", a barrier of bare flags in turn with
 * it. Prints the least of several batches, in cube_cycles() for one barrier. Arguments: barriers in
 * a batch, batches, "flags". */
#include "cube.h"
#include "net/wait.h"
#include "tools/bench/flags.h"
#include <stdio.h>
#include <stdlib.h>

static void ring_barriers(int barriers) {
    while (barriers-- > 0)
        cube_barrier();
}

/* A failed look passes the turn. */
static inline void wait_by_yield(struct flag_link link, UNUSED uint32_t dimension, uint32_t round) {
    while (!flag_is_up(link, round))
        system_yield();
}

/* A failed look does what it does in cube_barrier: at first it passes the turn, later it also looks
 * for packets to forward. It never sleeps, because no doorbell rings for a flag. */
static inline void wait_as_barrier(struct flag_link link, uint32_t dimension, uint32_t round) {
    struct waiting waiting = wait_begin("flag", CUBE_NOBODY, 0);
    for (uint32_t spins = 0; !flag_is_up(link, round); spins++) {
        if (spins < WAIT_FIRST_SPINS) {
            system_yield();
        } else {
            waiting.spins = spins & (2 * node.last_turn + 1);
            wait_more(&waiting, WAIT_ARRIVAL(dimension));
        }
    }
}

/* Makes the exchanges of cube_barrier, one dimension after the other, by flags. */
static inline void flag_barriers(int barriers, void (*wait)(struct flag_link link,
                                                            uint32_t dimension, uint32_t round)) {
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
            wait(link[d], d, round);
        }
    }
    rounds = round;
}

static void flag_barriers_as_barrier(int barriers) {
    flag_barriers(barriers, wait_as_barrier);
}

static void flag_barriers_by_yield(int barriers) {
    flag_barriers(barriers, wait_by_yield);
}

/* Returns the cycles of `barriers` calls. */
static uint64_t measure(void (*run)(int barriers), int barriers) {
    uint64_t start = cube_cycles();
    run(barriers);
    return cube_cycles() - start;
}

static const struct {
    const char *name;
    void (*run)(int barriers);
} kinds[] = {
    {"barrier", ring_barriers},
    {"flags", flag_barriers_as_barrier},
    {"yielding-flags", flag_barriers_by_yield},
};
enum { KINDS = sizeof kinds / sizeof kinds[0] };

int main(int argc, char **argv) {
    if (argc < 3) {
        fprintf(stderr, "usage: cuberun barrier.elf BARRIERS BATCHES [flags]\n");
        return 64;
    }
    int barriers = atoi(argv[1]);
    int count = argc > 3 ? KINDS : 1;
    uint64_t least[KINDS] = {UINT64_MAX, UINT64_MAX, UINT64_MAX};
    for (int batches = atoi(argv[2]); batches > 0; batches--) {
        for (int kind = 0; kind < count; kind++) {
            uint64_t cycles = measure(kinds[kind].run, barriers);
            least[kind] = cycles < least[kind] ? cycles : least[kind];
        }
    }
    for (int kind = 0; cube_node() == 0 && kind < count; kind++)
        printf("%s %.2f\n", kinds[kind].name, (double)least[kind] / barriers);
    return 0;
}
