/* Calls whose results every node checks, numbered by operation: those whose arguments are buffers
 * and numbers. */
#ifndef UNIT_COLLECTIVES_ROUNDS_H
#define UNIT_COLLECTIVES_ROUNDS_H

#include <stdbool.h>
#include <stdint.h>

#include "cube.h"
#include "tests/host/host.h"

enum {
    MOST_NODES = 16,
    MOST_COUNT = 6,
    MOST_PARTS =
        2, /* the largest block of a form with offsets has so many times `count` elements */
    ROOM = MOST_NODES * MOST_COUNT * MOST_PARTS,
};

/* A call. All nodes make the same one. */
struct round {
    uint64_t number;
    uint64_t nodes;
    uint64_t me;
    uint64_t root; /* or how far to shift */
    uint64_t count;
};

/* Element i of block `block` of a node's input. */
static uint64_t element(const struct round *round, uint64_t node, uint64_t block, uint64_t i) {
    return round->number << 32 | node << 24 | block << 16 | i;
}

/* The sum of these over the first `nodes` nodes. */
static uint64_t sum(const struct round *round, uint64_t nodes, uint64_t block, uint64_t i) {
    uint64_t total = 0;
    for (uint64_t node = 0; node < nodes; node++)
        total += element(round, node, block, i);
    return total;
}

static uint64_t input[MOST_NODES][ROOM];
static uint64_t output[MOST_NODES][ROOM];

/* The input of this node; where a call may be in place, `shared`, it is the output as well. */
static uint64_t *fill(const struct round *round, bool shared) {
    uint64_t *at = shared ? output[round->me] : input[round->me];
    for (uint64_t block = 0; block < round->nodes; block++)
        for (uint64_t i = 0; i < round->count; i++)
            at[block * round->count + i] = element(round, round->me, block, i);
    return at;
}

/* The result of this operator is the right one of two, so in the end that of the last rank. It does
 * not commute. */
static void last_of(const void *left, void *right, size_t count, const struct cube_type *type) {
    (void)left, (void)right, (void)count, (void)type;
}
static const struct cube_op last_one = {.function = last_of};
static const struct cube_type word = {.bytes = sizeof(uint64_t)};

#define EACH(expected)                                                                             \
    for (uint64_t i = 0; i < round->count; i++)                                                    \
    host_check(recv[i] == (expected))
#define EACH_BLOCK(expected)                                                                       \
    for (uint64_t block = 0; block < round->nodes; block++)                                        \
        for (uint64_t i = 0; i < round->count; i++)                                                \
    host_check(recv[block * round->count + i] == (expected))

/* Makes call number `operation` of NUMBERED and checks what it brings. Where it may be in place it
 * is, if `shared`. It combines by an operator of this file if `own`, else by cube_sum. */
enum { NUMBERED = 13 };
static void call(const struct round *round, int operation, bool shared, bool own) {
    const struct cube_type *type = own ? &word : &cube_uint64;
    const struct cube_op *op = own ? &last_one : &cube_sum;
    uint64_t *recv = output[round->me];
    uint64_t *send = fill(round, shared);
    uint64_t *separate = fill(round, false);
    uint64_t count = round->count, bytes = count * sizeof(uint64_t), root = round->root;
    uint64_t me = round->me, nodes = round->nodes;
    uint64_t end = nodes - 1;
    switch (operation) {
    case 0:
        host_check(cube_bcast(send, count, type, (int)root) == 0);
        for (uint64_t i = 0; i < count; i++)
            host_check(send[i] == element(round, root, 0, i));
        break;
    case 1:
        host_check(
            cube_reduce(send, me == root || shared ? recv : NULL, count, type, op, (int)root) == 0);
        if (me == root)
            EACH(own ? element(round, end, 0, i) : sum(round, nodes, 0, i));
        break;
    case 2:
        host_check(cube_allreduce(send, recv, count, type, op) == 0);
        EACH(own ? element(round, end, 0, i) : sum(round, nodes, 0, i));
        break;
    case 3:
        host_check(cube_scan(send, recv, count, type, op) == 0);
        EACH(own ? element(round, me, 0, i) : sum(round, me + 1, 0, i));
        break;
    case 4:
        host_check(cube_exscan(separate, recv, count, type, op) == 0);
        if (me > 0)
            EACH(own ? element(round, me - 1, 0, i) : sum(round, me, 0, i));
        break;
    case 5:
        host_check(cube_gather(separate, me == root ? recv : NULL, bytes, (int)root) == 0);
        if (me == root)
            EACH_BLOCK(element(round, block, 0, i));
        break;
    case 6:
        host_check(cube_scatter(me == root ? separate : NULL, recv, bytes, (int)root) == 0);
        EACH(element(round, root, me, i));
        break;
    case 7:
        host_check(cube_allgather(separate, recv, bytes) == 0);
        EACH_BLOCK(element(round, block, 0, i));
        break;
    case 8:
        host_check(cube_reduce_scatter(separate, recv, count, type, op) == 0);
        EACH(own ? element(round, end, me, i) : sum(round, nodes, me, i));
        break;
    case 9:
        host_check(cube_alltoall(separate, recv, bytes) == 0);
        EACH_BLOCK(element(round, block, me, i));
        break;
    case 10:
        host_check(cube_shift(separate, recv, bytes, (int)root) == 0);
        EACH(element(round, (me - root) & end, 0, i));
        break;
    case 11:
        host_check(cube_permute_xor(separate, recv, bytes, (int)root) == 0);
        EACH(element(round, me ^ root, 0, i));
        break;
    default: {
        int destination[MOST_NODES] = {0};
        uint64_t from = 0;
        for (uint64_t v = 0; v < nodes; v++)
            destination[v] = (int)((v + root) & end);
        if (shared && nodes > 1) { /* another permutation, which differs only at its end */
            destination[end - 1] = (int)((end + root) & end);
            destination[end] = (int)((end - 1 + root) & end);
        }
        while (destination[from] != (int)me)
            from++;
        host_check(cube_permute(separate, recv, bytes, destination) == 0);
        EACH(element(round, from, 0, i));
    }
    }
}

#endif
