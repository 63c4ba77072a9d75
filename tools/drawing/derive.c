/* Derives the pipeline of a descending program by +-2^b from its loops
 * (programs/computations/pm2b/derive.h), and prints each form of them:
 *
 *     derive ELEMENTS NODES
 *
 * Both are powers of two, to 64 and not fewer elements than nodes. */
#include <stdio.h>
#include <stdlib.h>

#include "programs/computations/pm2b/derive.h"

enum { STATUS_USAGE = 64, MOST = 64, MOST_MOVES = 1024 };

static size_t number(const char *text) {
    char *end;
    unsigned long value = strtoul(text, &end, 10);
    return *text && !*end && value <= MOST && (value & (value - 1)) == 0 ? value : 0;
}

static void print_loops(const struct derive_loops *loops) {
    size_t elements = loops->slots * loops->places;
    printf("the loops\n"
           "    for t = 0 .. %u:  b = %u - t\n"
           "        for all i = 0 .. %zu:\n"
           "            a[i] = f(a[i], a[i + 2^b], a[i - 2^b])\n\n",
           loops->iterations - 1, loops->iterations - 1, elements - 1);
    printf("split: i = %zu p + s\n"
           "    for t = 0 .. %u:\n"
           "        for all p = 0 .. %zu:\n"
           "            for s = 0 .. %zu:\n"
           "                a[p, s] = f(...)\n\n",
           loops->slots, loops->iterations - 1, loops->places - 1, loops->slots - 1);
}

static void print_distances(const struct derive_loops *loops) {
    printf("what iteration t reads is in the slots s + ... of iteration t - 1\n     t   of s = 0 "
           ".. %zu, "
           "above\n",
           loops->slots - 1);
    for (unsigned t = 0; t < loops->iterations; t++) {
        printf("%6u  ", t);
        for (size_t slot = 0; slot < loops->slots; slot++)
            printf("%3td", derive_distance(loops, t, slot, true));
        printf("%s\n", t < loops->far ? "   as far as all is 0" : "");
    }
}

static void print_skews(const struct derive_loops *loops) {
    const struct derive_skew tried[] = {{.x = 1}, {.y = 1}, {.x = 1, .y = 1}, {.x = 2, .y = 1}};
    printf("\nrounds x t + y s, for t = 0 .. %u\n", loops->far - 1);
    for (size_t k = 0; k < sizeof tried / sizeof tried[0]; k++) {
        const struct derive_skew *skew = &tried[k];
        printf("    x = %u, y = %u: %s%s\n", skew->x, skew->y,
               derive_keeps(loops, skew) ? "keeps the dependences" : "a dependence is broken",
               derive_fits(loops, skew) ? "" : ", but an offset has several packets in a round");
    }
}

/* A row for each round: its packets, each with what it is for. */
static void print_rounds(const struct derive_loops *loops, const struct derive_skew *skew) {
    static struct derive_move moves[MOST_MOVES];
    size_t count = derive_moves(loops, skew, moves);
    printf("\nskewed: x = %u, y = %u, %zu rounds\n"
           "    for r = 0 .. %zu:\n"
           "        for all t = max(0, r - %zu) .. min(%u, r), p = 0 .. %zu:\n"
           "            a[p, r - t] = f(...)\n\n"
           "what moves in each step, as slot +- places (2: the second hop)\n",
           skew->x, skew->y, skew->rounds, skew->rounds - 1, loops->slots - 1, loops->far - 1,
           loops->places - 1);
    for (size_t k = 0; k < count; k++) {
        if (k == 0 || moves[k].step != moves[k - 1].step)
            printf("%s%6zu ", k ? "\n" : "", moves[k].step + 1);
        printf("  %zu%c%u%s", moves[k].slot, moves[k].up ? '+' : '-', 1u << moves[k].j,
               moves[k].hop ? " (2)" : "");
    }
    printf("\n");
}

int main(int argc, char *argv[]) {
    size_t elements = argc == 3 ? number(argv[1]) : 0, places = argc == 3 ? number(argv[2]) : 0;
    if (places < 2 || elements < places) {
        fprintf(stderr,
                "usage: derive ELEMENTS NODES: powers of two to %d, of nodes 2 or more, and not "
                "more than "
                "elements\n",
                MOST);
        return STATUS_USAGE;
    }
    struct derive_loops loops = derive_split(elements, places);
    struct derive_skew skew = derive_best(&loops);
    print_loops(&loops);
    print_distances(&loops);
    print_skews(&loops);
    print_rounds(&loops, &skew);
    return 0;
}
