/* A subcube as one of its nodes sees it: who is in it, what the blocks of its nodes hold, and an
 * operator that does not commute. For tests that compute what must come apart from the library. */
#ifndef TESTS_GROUP_H
#define TESTS_GROUP_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "cube.h"
#include "tests/operators.h"

enum {
    SUBCUBE_MOST = 5, /* dimensions */
    SUBCUBE_NODES = 1 << SUBCUBE_MOST,
    BLOCK = 16, /* bytes: two maps, which is no more than a slot of a ring */
    LONGEST = 24,
};

/* A subcube, as one of its nodes sees it. */
struct group {
    struct cube_choice choice;
    int base;  /* its node with the least number */
    int count; /* of nodes */
    int rank;  /* of this one */
    int root;
};

/* The node of a rank: bit k of the rank is the node's bit in free dimension number k, counted from
 * the lowest. */
static int member(const struct group *group, int rank) {
    int node = group->base;
    for (int d = 0; d < CUBE_DIMENSIONS; d++)
        if (group->choice.dimensions >> d & 1) {
            node += (rank & 1) << d;
            rank >>= 1;
        }
    return node;
}

static struct group group_of(unsigned dimensions, unsigned round) {
    struct group group = {.choice = {.dimensions = dimensions}};
    group.base = cube_node() & ~(int)dimensions;
    group.count = 1 << __builtin_popcount(dimensions);
    while (member(&group, group.rank) != cube_node())
        group.rank++;
    group.root = (int)(round * 7 + 3) % group.count;
    return group;
}

/* ---- Contents: no two blocks of any nodes are alike ---- */

static uint8_t byte_at(int node, int block, int offset) {
    uint32_t mix = ((uint32_t)node * 641 + (uint32_t)block + 1) * 2654435761u;
    return (uint8_t)((mix + (uint32_t)offset * 40503u) >> 13);
}

static void fill(void *at, int node, int block, size_t bytes) {
    for (size_t k = 0; k < bytes; k++)
        ((uint8_t *)at)[k] = byte_at(node, block, (int)k);
}

/* Whether `at` has the first bytes of a block of a node. */
static bool is(const void *at, int node, int block, size_t bytes) {
    uint8_t expected[LONGEST];
    fill(expected, node, block, bytes);
    return memcmp(at, expected, bytes) == 0;
}

/* ---- Maps, which do not commute ---- */

enum { MAPS = BLOCK / sizeof(struct map) };

/* Whether `at` holds the blocks of ranks first .. last, combined one after the other from the left.
 * `node_of` tells the node of a rank. */
static bool is_composed(const struct group *group,
                        int (*node_of)(const struct group *group, int rank), const void *at,
                        int first, int last, int block) {
    struct map sum[MAPS], next[MAPS];
    fill(sum, node_of(group, first), block, BLOCK);
    for (int rank = first + 1; rank <= last; rank++) {
        fill(next, node_of(group, rank), block, BLOCK);
        compose(sum, next, MAPS, &map_type);
        memcpy(sum, next, sizeof sum);
    }
    return memcmp(at, sum, BLOCK) == 0;
}

#endif
