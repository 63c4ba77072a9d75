/* The collective operations on the machine, mixed with messages of every other kind. Prints TAP at
 * node 0. */
#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cube.h"
#include "cube_catalogue.h"
#include "programs/meaning.h"

enum {
    MOST_NODES = 1 << CUBE_DIMENSIONS, /* and the most blocks of a node */
    MOST_BYTES = 40,                   /* of a block: more than a slot holds */
    MOST_PACKETS = 12,
    ROUNDS = 12, /* rounds of every algorithm on cubes up to the 3-cube; others have one */
    SMALL_CUBE = 3,
};

static uint8_t input[MOST_NODES * MOST_BYTES];
static uint8_t output[2][MOST_NODES * MOST_BYTES];
static int tests;
static int failures; /* of this node */

/* Prints one TAP line at node 0, which says whether `holds` is true at every node. */
static void ok(bool holds, const char *what) {
    int bad = holds ? 0 : 1;
    failures += bad;
    if (cube_node() != 0) {
        cube_send(0, &bad, sizeof bad);
        return;
    }
    int all = bad;
    for (int v = 1; v < cube_nodes(); v++)
        all += cube_recv(v, &bad, sizeof bad) == 0 ? bad : 1;
    printf("%sok %d - %s\n", all == 0 ? "" : "not ", ++tests, what);
    if (all != 0)
        printf("# at %d of %d nodes\n", all, cube_nodes());
}

/* Byte `offset` of an input block is FACTOR rank + rest_of(block, offset). */
enum { FACTOR = 37 };

static uint32_t rest_of(uint32_t block, size_t offset) {
    return block * 101 + (uint32_t)offset * 7 + 1;
}

/* Makes a case for an algorithm, another one for each `variant`. */
static struct cube_case case_of(const struct cube_algorithm *algorithm, int variant) {
    int last = cube_nodes() - 1;
    struct cube_case given = {0};
    if (algorithm->varies & CUBE_VARIES_ROOT)
        given.root = variant * 5 & last;
    if (algorithm->varies & CUBE_VARIES_TARGET)
        given.target = (variant * 3 & last) ^ last;
    if (algorithm->varies & CUBE_VARIES_PACKETS)
        given.packets = 1 + (unsigned)variant % MOST_PACKETS;
    if (algorithm->varies & CUBE_VARIES_SHIFT)
        given.shift = variant * 3 & last;
    if (algorithm->varies & CUBE_VARIES_SIDES) {
        given.axes = 2;
        given.side[0] = 1u << cube_dim() / 2;
        given.side[1] = 1u << (cube_dim() + 1) / 2;
    }
    return given;
}

/* Whether a block of an output is right: the sum of the bytes of the ranks first .. last. */
static bool is_right(struct cube_content content, const uint8_t *at, size_t bytes) {
    uint32_t count = content.last - content.first + 1;
    uint32_t ranks = count * (content.first + content.last) / 2;
    for (size_t k = 0; content.first <= content.last && k < bytes; k++)
        if (at[k] != (uint8_t)(FACTOR * ranks + count * rest_of(content.block, k)))
            return false;
    return true;
}

/* Fills in how many blocks each area has here. Returns whether they are those that the operation
 * needs. */
static bool count_blocks(const struct cube_algorithm *algorithm, const struct meaning *meaning,
                         uint32_t blocks[]) {
    uint32_t rank = meaning_rank(meaning, meaning_here(meaning));
    for (unsigned area = 0; area <= algorithm->outputs; area++)
        blocks[area] = cube_catalogue_blocks(algorithm->name, &meaning->given, area);
    return meaning_has_blocks(meaning, rank, algorithm->outputs, blocks);
}

static void fill(const struct meaning *meaning, uint32_t blocks, size_t bytes) {
    uint32_t rank = meaning_rank(meaning, meaning_here(meaning));
    for (uint32_t block = 0; block < blocks; block++)
        for (size_t k = 0; k < bytes; k++)
            input[block * bytes + k] = (uint8_t)(FACTOR * rank + rest_of(block, k));
    memset(output, 0, sizeof output);
}

static bool outputs_are_right(const struct cube_algorithm *algorithm, const struct meaning *meaning,
                              const uint32_t blocks[], size_t bytes) {
    uint32_t rank = meaning_rank(meaning, meaning_here(meaning));
    bool right = true;
    for (unsigned area = 1; area <= algorithm->outputs; area++)
        for (uint32_t block = 0; block < blocks[area]; block++)
            right = is_right(meaning_content(meaning, rank, area, block),
                             output[area - 1] + block * bytes, bytes) &&
                    right;
    return right;
}

/* Whether the meters of the incoming links agree with the schedule. */
static bool meters_are_right(const struct cube_algorithm *algorithm,
                             const struct cube_case *given) {
    struct cube_stats stats;
    uint64_t scheduled = 0;
    uint64_t counted = 0;
    uint32_t last = 0;
    cube_stats(&stats);
    for (uint32_t step = 1; step <= algorithm->steps; step++) {
        uint32_t links = cube_catalogue_arrivals(algorithm->name, given, step);
        last = links != 0 ? step : last;
        for (; links != 0; links &= links - 1)
            scheduled++;
    }
    for (int d = 0; d < cube_dim(); d++)
        counted += stats.link[d].packets;
    return counted == scheduled && stats.steps == last;
}

/* Runs an algorithm. Returns whether all bytes, and the counts of the incoming links, are right. */
static bool run(const char *name, int variant, size_t bytes) {
    struct cube_algorithm algorithm;
    if (cube_catalogue_find(name, NULL, &algorithm) != 0)
        return true; /* not on this cube */
    struct cube_case given = case_of(&algorithm, variant);
    if (cube_catalogue_find(name, &given, &algorithm) != 0)
        return true; /* not this case */
    struct meaning meaning = meaning_of(algorithm.operation, &given);
    uint32_t blocks[3];
    if (!count_blocks(&algorithm, &meaning, blocks))
        return false;
    fill(&meaning, blocks[0], bytes);
    cube_stats_clear();
    void *const outputs[2] = {output[0], output[1]};
    const struct cube_op *op = algorithm.combines ? &cube_sum : NULL;
    int error = cube_catalogue_run(name, &given, &cube_byte, op, input, outputs, bytes);
    return error == 0 && outputs_are_right(&algorithm, &meaning, blocks, bytes) &&
           meters_are_right(&algorithm, &given);
}

/* Sends a routed message to the node `distance` further, and receives one from the node as far
 * before. */
static bool pass_round(int distance) {
    int nodes = cube_nodes();
    int sent = cube_node();
    int received = -1;
    int from = (sent - distance % nodes + nodes) % nodes;
    bool right = cube_send((sent + distance) % nodes, &sent, sizeof sent) == 0;
    return cube_recv(from, &received, sizeof received) == 0 && received == from && right;
}

static bool exchange_all(void) {
    int received[CUBE_DIMENSIONS] = {0};
    int sent = cube_node();
    const void *send[CUBE_DIMENSIONS];
    void *recv[CUBE_DIMENSIONS];
    bool right = true;
    unsigned all = (1u << cube_dim()) - 1;
    for (int d = 0; d < cube_dim(); d++) {
        send[d] = &sent;
        recv[d] = &received[d];
    }
    right = cube_links_exchange(all, send, all, recv, sizeof sent) == 0;
    for (int d = 0; d < cube_dim(); d++)
        right = received[d] == (cube_node() ^ (1 << d)) && right;
    return right;
}

/* Makes calls of different kinds with no barrier and no pause between them. */
static void mix(void) {
    static const size_t sizes[] = {8, 1, MOST_BYTES, 0, 16};
    bool right = true;
    struct cube_algorithm algorithm;
    int rounds = cube_dim() <= SMALL_CUBE ? ROUNDS : 1;
    for (int round = 0; round < rounds; round++) {
        for (size_t k = 0; cube_catalogue(k, &algorithm) == 0; k++) {
            right = run(algorithm.name, round + (int)k, sizes[((size_t)round + k) % 5]) && right;
            right = pass_round(round * 7 + (int)k) && right;
            right = exchange_all() && right;
        }
        right = pass_round(round) && right;
    }
    ok(right, "every algorithm, back to back with routed messages and exchanges");
}

static void each_algorithm(void) {
    struct cube_algorithm algorithm;
    for (size_t k = 0; cube_catalogue(k, &algorithm) == 0; k++) {
        bool right = run(algorithm.name, 0, 8) && run(algorithm.name, 3, MOST_BYTES) &&
                     run(algorithm.name, 11, 3);
        ok(right, algorithm.name);
    }
    ok(cube_catalogue_find("no such", NULL, &algorithm) == -EINVAL,
       "an unknown algorithm is refused");
}

/* A call that needs more scratch memory than the heap has is refused before anything is sent, so
 * what follows works. */
static void no_memory(void) {
    size_t bytes = (size_t)1 << 29;
    int error = cube_aspc(input, output[0], output[1], bytes);
    ok(error == -ENOMEM, "no memory for scratch is told");
    ok(cube_barrier() == 0, "and the next call works");
}

int main(void) {
    each_algorithm();
    mix();
    if (cube_dim() >= 2)
        no_memory();
    if (cube_node() == 0)
        printf("1..%d\n", tests);
    return failures == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
