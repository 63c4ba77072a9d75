/* Work and messages by the nodes' clocks, for tests/machine/clock.t: each node prints its number,
 * or place on the Gray ring, and the time that passed. The first argument chooses the case. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cube.h"

/* A computation of 3 instructions a round, which no compiler shortens. */
static void compute(uint64_t rounds) {
    for (uint64_t round = 0; round < rounds; round++)
        __asm__ volatile("" ::: "memory");
}

static uint64_t clock_of(uint64_t start) {
    return cube_time() - start;
}

static int dimension_between(int a, int b) {
    return __builtin_ctz((unsigned)(a ^ b));
}

/* Each node computes after the one before it on the Gray ring has sent, and prints when it has
 * finished. */
static void chain(uint64_t rounds) {
    int place = cube_gray_inverse(cube_node());
    uint64_t word = 0;
    if (place > 0)
        cube_link_recv(dimension_between(cube_gray(place - 1), cube_node()), &word, sizeof word);
    compute(rounds);
    uint64_t done = cube_time();
    if (place < cube_nodes() - 1)
        cube_link_send(dimension_between(cube_gray(place + 1), cube_node()), &word, sizeof word);
    printf("%d %llu\n", place, (unsigned long long)done);
}

/* Node v of the upper half computes v rounds, and its neighbour below waits for it. */
static void pairs(uint64_t rounds) {
    int top = cube_dim() - 1;
    uint64_t word = 0, start = cube_time();
    if (cube_node() >> top) {
        compute(rounds * (uint64_t)cube_node());
        cube_link_send(top, &word, sizeof word);
    } else {
        cube_link_recv(top, &word, sizeof word);
    }
    uint64_t time = clock_of(start);
    cube_barrier();
    printf("%d %llu %llu\n", cube_node(), (unsigned long long)time,
           (unsigned long long)clock_of(start));
}

/* The nodes share the rounds, or each does all of them, or node 0 does all and the others wait. */
static void timed(uint64_t rounds) {
    uint64_t start = cube_time();
    compute(rounds);
    uint64_t time = clock_of(start);
    cube_barrier();
    printf("%d %llu\n", cube_node(), (unsigned long long)time);
}
static void parallel(uint64_t rounds) {
    timed(rounds / (uint64_t)cube_nodes());
}
static void alone(uint64_t rounds) {
    timed(cube_node() == 0 ? rounds : 0);
}

/* Sends messages of all kinds between all nodes, in an order of each node's own. */
static void traffic(uint64_t rounds) {
    uint64_t words[64] = {0}, sum;
    for (uint64_t round = 1; round <= rounds; round++) {
        int other = cube_node() ^ (int)(round % (uint64_t)cube_nodes());
        cube_send(other, words, round * 8 % sizeof words);
        cube_recv(other, words, round * 8 % sizeof words);
        compute((uint64_t)cube_node() * round);
        cube_allreduce(&round, &sum, 1, &cube_uint64, &cube_sum);
    }
    printf("%d %llu\n", cube_node(), (unsigned long long)cube_time());
}

/* Declares more units of work than a clock has room for. */
static void overflow(uint64_t rounds) {
    for (uint64_t round = 0; round < rounds; round++)
        cube_work(UINT64_MAX / 4);
}

/* Lets instructions take a clock to its end, of which work leaves a part in 2048. */
static void late(uint64_t rounds) {
    cube_work(INT64_MAX / 2048 * 2047);
    if (cube_node() == 0)
        compute(rounds);
}

int main(int argc, char **argv) {
    static const struct {
        const char *name;
        void (*work)(uint64_t rounds);
    } cases[] = {{"chain", chain},  {"pairs", pairs},      {"parallel", parallel},
                 {"serial", timed}, {"alone", alone},      {"traffic", traffic},
                 {"late", late},    {"overflow", overflow}};
    uint64_t rounds = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    for (size_t i = 0; argc > 1 && i < sizeof cases / sizeof *cases; i++)
        if (strcmp(argv[1], cases[i].name) == 0)
            cases[i].work(rounds);
    return 0;
}
