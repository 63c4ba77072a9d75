/* Finds processes with a topology that are placed worse than need be: grids and tori off the links
 * of their Gray codes, graphs worse than by rank (MPI 5.0, section 8.5). */
#include <stdlib.h>

#include "cube_abi.h"
#include "mpi/topology/placement.h"
#include "programs/wormhole/random.h"
#include "tests/unit/test.h"

enum { MOST = 64, MOST_DIMENSIONS = 6, MOST_EDGES = 4 * MOST };

static int process_at[CUBE_MAX_NODES];

static int links(int node, int other) {
    return __builtin_popcount((unsigned)(node ^ other));
}

static void shuffle(struct random *random, int count, int list[]) {
    for (int i = count - 1; i > 0; i--) {
        int other = random_below(random, i + 1), kept = list[i];
        list[i] = list[other];
        list[other] = kept;
    }
}

/* Each process has at most one vertex. */
static void check_distinct(const int place[], int vertices, int processes) {
    int seen[MOST] = {0};
    for (int v = 0; v < vertices; v++) {
        assert_in_range(place[v], 0, processes - 1);
        assert_int_equal(seen[place[v]]++, 0);
    }
}

/* How far apart neighbours of the grid are at most, found rank by rank. */
static int dilation(int dimensions, const int extents[], const int periodic[], const int node[],
                    const int place[], int ranks) {
    int most = 0;
    for (int rank = 0; rank < ranks; rank++) {
        for (int d = 0, stride = ranks; d < dimensions; d++) {
            stride /= extents[d];
            int coordinate = rank / stride % extents[d];
            bool last = coordinate == extents[d] - 1;
            if (last && !periodic[d])
                continue;
            int next = last ? rank - coordinate * stride : rank + stride;
            int distance = links(node[place[rank]], node[place[next]]);
            most = distance > most ? distance : most;
        }
    }
    return most;
}

/* Random extents whose codes take at most N bits. Returns the number of positions. */
static int random_grid(struct random *random, int bits, int *dimensions, int extents[],
                       int periodic[], bool *odd_ring) {
    int ranks = 1;
    *dimensions = 0;
    *odd_ring = false;
    while (bits > 0 && *dimensions < MOST_DIMENSIONS) {
        int own = 1 + random_below(random, bits);
        int least = (1 << (own - 1)) + 1; /* the least extent that takes this many bits */
        extents[*dimensions] = least + random_below(random, (1 << own) - least + 1);
        periodic[*dimensions] = random_below(random, 2);
        *odd_ring = *odd_ring || (periodic[*dimensions] && extents[*dimensions] % 2 == 1);
        ranks *= extents[(*dimensions)++];
        bits -= own;
    }
    return ranks;
}

TEST(test_grids_have_neighbours_on_links) {
    struct random random = {1};
    for (int round = 0; round < 2000; round++) {
        int bits = random_below(&random, 7), node[MOST], place[MOST];
        int dimensions, extents[MOST_DIMENSIONS], periodic[MOST_DIMENSIONS];
        bool odd_ring;
        int ranks = random_grid(&random, bits, &dimensions, extents, periodic, &odd_ring);
        /* The processes are on a subcube of nine dimensions, in any order. */
        int mask = 0, base = random_below(&random, 512);
        while (__builtin_popcount((unsigned)mask) < bits)
            mask |= 1 << random_below(&random, 9);
        int processes = 0;
        for (int i = 0; i < 512; i++)
            if ((i & ~mask) == 0)
                node[processes++] = (base & ~mask) | i;
        shuffle(&random, processes, node);
        assert_true(gray_place(dimensions, extents, periodic, processes, node, process_at, place));
        check_distinct(place, ranks, processes);
        int most = dilation(dimensions, extents, periodic, node, place, ranks);
        assert_in_range(most, 0, odd_ring ? 2 : 1);
    }
}

TEST(test_grids_that_do_not_fit) {
    int node[8] = {0, 1, 2, 3, 4, 5, 6, 7}, place[16];
    assert_false(
        gray_place(2, (int[]){5, 1}, (int[]){0, 0}, 4, node, process_at, place)); /* too few bits */
    assert_false(gray_place(2, (int[]){3, 3}, (int[]){0, 0}, 8, node, process_at, place));
    assert_false(
        gray_place(1, (int[]){6}, (int[]){0}, 6, node, process_at, place)); /* node 7 has none */
    assert_true(gray_place(1, (int[]){4}, (int[]){1}, 6, node, process_at, place));
    assert_true(gray_place(0, NULL, NULL, 8, node, process_at, place));
    assert_int_equal(place[0], 0);
}

/* The hops, edge by edge. */
static int64_t hops_of(int count, const struct edge edges[], const int node[], const int place[]) {
    int64_t sum = 0;
    for (int i = 0; i < count; i++)
        sum +=
            (int64_t)edges[i].weight * links(node[place[edges[i].from]], node[place[edges[i].to]]);
    return sum;
}

/* Whether it would help to exchange two vertices, or to move one to a free process. */
static bool can_be_better(const struct traffic *traffic, int processes, const int node[],
                          int place[]) {
    int64_t hops = placement_hops(traffic, node, place);
    for (int v = 0; v < traffic->vertices; v++)
        for (int process = 0; process < processes; process++) {
            int other = 0, kept = place[v];
            while (other < traffic->vertices && place[other] != process)
                other++;
            place[v] = process;
            if (other < traffic->vertices)
                place[other] = kept;
            int64_t exchanged = placement_hops(traffic, node, place);
            if (other < traffic->vertices)
                place[other] = process;
            place[v] = kept;
            if (exchanged < hops)
                return true;
        }
    return false;
}

TEST(test_placements_are_never_worse) {
    struct random random = {2};
    int better = 0, unfinished = 0;
    for (int round = 0; round < 150; round++) {
        int processes = 1 + random_below(&random, 24),
            vertices = 1 + random_below(&random, processes);
        int count = random_below(&random, 3 * vertices), node[MOST], place[MOST], identity[MOST];
        struct edge edges[MOST_EDGES];
        for (int i = 0; i < processes; i++) {
            identity[i] = i;
            node[i] = i == 0 ? 0 : node[i - 1] + 1 + random_below(&random, 3);
        }
        for (int i = 0; i < count; i++)
            edges[i] = (struct edge){random_below(&random, vertices),
                                     random_below(&random, vertices), random_below(&random, 5)};
        struct traffic traffic;
        assert_true(traffic_make(&traffic, vertices, count, edges));
        assert_true(placement_choose(&traffic, processes, node, place));
        check_distinct(place, vertices, processes);
        int64_t hops = hops_of(count, edges, node, place);
        int64_t before = hops_of(count, edges, node, identity);
        assert_true(hops == placement_hops(&traffic, node, place));
        assert_true(hops <= before);
        better += hops < before;
        unfinished += can_be_better(&traffic, processes, node, place);
        traffic_free(&traffic);
    }
    assert_true(better > 75);        /* so most random graphs can be placed better, */
    assert_int_equal(unfinished, 0); /* and none after PLACEMENT_SWEEPS */
}

/* A ring in a random order, and a grid of 3 by 2 on six of eight nodes, find places where all
 * neighbours are one link apart. */
TEST(test_placements_find_rings) {
    enum { RING = 16 };
    struct random random = {3};
    int node[RING], order[RING], place[RING];
    for (int i = 0; i < RING; i++)
        node[i] = order[i] = i;
    shuffle(&random, RING, order);
    struct edge edges[RING];
    for (int i = 0; i < RING; i++)
        edges[i] = (struct edge){order[i], order[(i + 1) % RING], 1};
    struct traffic traffic;
    assert_true(traffic_make(&traffic, RING, RING, edges));
    assert_true(placement_choose(&traffic, RING, node, place));
    assert_int_equal(placement_hops(&traffic, node, place), RING);
    traffic_free(&traffic);

    const struct edge grid[] = {{0, 1, 1}, {2, 3, 1}, {4, 5, 1}, {0, 2, 1},
                                {2, 4, 1}, {1, 3, 1}, {3, 5, 1}};
    assert_true(traffic_make(&traffic, 6, 7, grid));
    assert_true(placement_choose(&traffic, 6, node, place));
    assert_int_equal(placement_hops(&traffic, node, place), 7);
    traffic_free(&traffic);
}
