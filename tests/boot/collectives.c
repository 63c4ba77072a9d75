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

enum {
    MOST_NODES = 1 << CUBE_DIMENSIONS,
    MOST_BYTES = 40, /* of a block: more than a slot holds */
    ROUNDS = 12,
};

static uint8_t input[MOST_NODES * MOST_BYTES];
static uint8_t output[2][MOST_NODES * MOST_BYTES];
static int tests;
static int failures; /* of this node */

/* One TAP line at node 0: whether it holds at every node. */
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

static uint8_t byte_of(int node, int block, size_t offset) {
    return (uint8_t)(node * 37 + block * 101 + (int)offset * 7 + 1);
}

static void fill(size_t bytes) {
    for (int block = 0; block < cube_nodes() || block < cube_dim(); block++)
        for (size_t k = 0; k < bytes; k++)
            input[(size_t)block * bytes + k] = byte_of(cube_node(), block, k);
    memset(output, 0, sizeof output);
}

static bool is_from(int node, int block, const uint8_t *at, size_t bytes) {
    for (size_t k = 0; k < bytes; k++)
        if (at[k] != byte_of(node, block, k))
            return false;
    return true;
}

static bool aspc_is_right(size_t bytes) {
    int i = cube_gray_inverse(cube_node());
    bool right = true;
    for (int j = 0; j < cube_dim(); j++)
        for (int half = 0; half < 2; half++) {
            int from = half == 0 ? i - (1 << j) : i + (1 << j);
            right = is_from(cube_gray(from & (cube_nodes() - 1)), j,
                            output[half] + (size_t)j * bytes, bytes) &&
                    right;
        }
    return right;
}

static bool alltoall_is_right(size_t bytes) {
    bool right = true;
    for (int from = 0; from < cube_nodes(); from++)
        right = is_from(from, cube_node(), output[0] + (size_t)from * bytes, bytes) && right;
    return right;
}

/* Runs an algorithm; true if all bytes, and the counts of the incoming links, are right. */
static bool run(const struct cube_algorithm *algorithm, size_t bytes) {
    bool right = true;
    uint64_t scheduled = 0;
    uint64_t counted = 0;
    struct cube_stats stats;
    fill(bytes);
    cube_stats_clear();
    if (strcmp(algorithm->operation, "aspc") == 0)
        right = cube_aspc_by(algorithm->name, input, output[0], output[1], bytes) == 0 &&
                aspc_is_right(bytes);
    else if (strcmp(algorithm->operation, "alltoall") == 0)
        right = cube_alltoall_by(algorithm->name, input, output[0], bytes) == 0 &&
                alltoall_is_right(bytes);
    else
        right = cube_barrier() == 0;
    cube_stats(&stats);
    for (uint32_t step = 1; step <= algorithm->steps; step++)
        for (uint32_t links = cube_catalogue_arrivals(algorithm->name, step); links != 0;
             links &= links - 1)
            scheduled++;
    for (int d = 0; d < cube_dim(); d++)
        counted += stats.link[d].packets;
    return right && counted == scheduled && stats.steps == algorithm->steps;
}

/* A routed message to the node `distance` further and one from as far before. */
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

/* No barrier and no pause between calls of different kinds. */
static void mix(void) {
    static const size_t sizes[] = {8, 1, MOST_BYTES, 0, 16};
    bool right = true;
    struct cube_algorithm algorithm;
    for (int round = 0; round < ROUNDS; round++) {
        for (size_t k = 0; cube_catalogue(k, &algorithm) == 0; k++) {
            right = run(&algorithm, sizes[((size_t)round + k) % 5]) && right;
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
        bool right = run(&algorithm, 8) && run(&algorithm, MOST_BYTES) && run(&algorithm, 3);
        ok(right, algorithm.name);
    }
    ok(cube_catalogue_find("no such", &algorithm) == -EINVAL, "an unknown algorithm is refused");
}

/* More scratch than the heap has: refused before anything is sent, so what follows works. */
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
