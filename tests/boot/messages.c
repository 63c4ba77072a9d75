/* Messages on the machine: neighbours and any two nodes, sizes around every edge, and back-to-back
 * mixes of both. Prints TAP at node 0; the others' failures are the program's status. */
#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cube.h"

enum { LARGEST = 100000, ROUNDS = 30 };

static uint8_t out[LARGEST], in[LARGEST];
static int tests, failures;

static void ok(bool holds, const char *what) {
    failures += !holds;
    if (cube_node() == 0)
        printf("%sok %d - %s\n", holds ? "" : "not ", ++tests, what);
    else if (!holds)
        printf("# node %d: not %s\n", cube_node(), what);
}

static void fill(size_t bytes, int seed) {
    for (size_t i = 0; i < bytes; i++)
        out[i] = (uint8_t)(i * 7 + (i >> 8) + (size_t)seed * 31);
}

static bool matches(size_t bytes, int seed) {
    for (size_t i = 0; i < bytes; i++)
        if (in[i] != (uint8_t)(i * 7 + (i >> 8) + (size_t)seed * 31))
            return false;
    return true;
}

static const size_t sizes[] = {0,  1,  3,  4,  5,  7,    8,    9,    15,    16,    17,
                               31, 32, 33, 96, 97, 1000, 4064, 4096, 32736, 32737, LARGEST};
enum { SIZES = sizeof sizes / sizeof *sizes };

static bool swap(int d, size_t bytes) {
    bool lower = !(cube_node() >> d & 1);
    int peer = cube_node() ^ (1 << d);
    fill(bytes, cube_node());
    memset(in, 0, bytes);
    int error = lower ? cube_link_send(d, out, bytes) : cube_link_recv(d, in, bytes);
    error |= lower ? cube_link_recv(d, in, bytes) : cube_link_send(d, out, bytes);
    return error == 0 && matches(bytes, peer);
}

static void neighbours(void) {
    bool right = true;
    for (int d = 0; d < cube_dim(); d++)
        for (size_t s = 0; s < SIZES; s++)
            right = swap(d, sizes[s]) && right;
    ok(right, "messages of every size between neighbours");
}

/* Exchanges messages with a node, which may be this one. The higher of the two receives before it
 * sends. */
static bool exchange_with(int peer, size_t bytes) {
    fill(bytes, cube_node() * 5 + peer);
    memset(in, 0, bytes);
    int error = 0;
    if (cube_node() > peer)
        error |= cube_recv(peer, in, bytes);
    error |= cube_send(peer, out, bytes);
    if (cube_node() <= peer)
        error |= cube_recv(peer, in, bytes);
    return error == 0 && matches(bytes, peer * 5 + cube_node());
}

static void all_pairs(void) {
    bool right = true;
    for (int k = cube_nodes() - 1; k >= 0; k--)
        right = exchange_with(cube_node() ^ k, sizes[(size_t)k % SIZES]) && right;
    ok(right, "between all pairs of nodes");
    for (size_t s = 0; s < SIZES; s++)
        right = exchange_with(cube_node() ^ (cube_nodes() - 1), sizes[s]) && right;
    ok(right, "of every size between opposite nodes");
}

/* Every node sends to every other before any receives. The messages lie in the inboxes, as many as
 * the credits allow. */
static void before_receiving(void) {
    bool right = true;
    for (int k = 0; k < cube_nodes(); k++) {
        uint64_t word = (uint64_t)cube_node() * 1000 + (uint64_t)k;
        right = cube_send(cube_node() ^ k, &word, sizeof word) == 0 && right;
    }
    for (int k = cube_nodes() - 1; k >= 0; k--) {
        uint64_t word = 0;
        int peer = cube_node() ^ k;
        right = cube_recv(peer, &word, sizeof word) == 0 && right;
        right = word == (uint64_t)peer * 1000 + (uint64_t)k && right;
    }
    ok(right, "received in another order than they came in");
}

static void mix(void) {
    bool right = true;
    for (int round = 0; round < ROUNDS; round++) {
        if (cube_dim() > 0)
            right = swap(round % cube_dim(), sizes[(size_t)round % SIZES]) && right;
        right = exchange_with(cube_node() ^ (round % cube_nodes()), sizes[SIZES / 2]) && right;
        right = cube_barrier() == 0 && right;
    }
    ok(right, "links, routed messages and barriers back to back");
}

static void wrong_size(void) {
    bool right = exchange_with(cube_node(), 10);
    right = cube_send(cube_node(), out, 10) == 0 && right;
    right = cube_recv(cube_node(), in, 11) == -EMSGSIZE && right;
    right = cube_send(cube_nodes(), out, 1) == -EINVAL && right;
    right = cube_link_send(cube_dim(), out, 1) == -EINVAL && right;
    right = cube_recv(-1, in, 1) == -EINVAL && right;
    ok(right, "wrong sizes and addresses are refused");
}

int main(void) {
    neighbours();
    all_pairs();
    before_receiving();
    mix();
    wrong_size();
    if (cube_node() == 0)
        printf("1..%d\n", tests);
    return failures == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
