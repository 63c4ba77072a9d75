/* Finds a connected node that messages do not reach past dead links and nodes, paths that are much
 * too long, and ways on which messages could wait in a circle. CUBE_THOROUGH=1 tries all sets of
 * three links and nodes of 16 nodes, and more random ones. */
#include <stdlib.h>
#include <string.h>

#include "net/ways/acyclic.h"
#include "tests/unit/seed.h"
#include "tests/unit/test.h"

enum {
    MOST = 9, /* dimensions of the cubes here */
    NODES = 1 << MOST,
};

/* One cube and its faults. */
static uint16_t dead[NODES], level[NODES], queue[NODES];
static uint8_t best[NODES], waiting[WAY_CHANNELS(MOST)];
static uint32_t channels[WAY_CHANNELS(MOST)];
static struct way_place places[WAY_PLACES(MOST)];
static struct ways ways;
static uint32_t load[WAY_CHANNELS(MOST) / WAY_RINGS]; /* paths over each link, of either ring */

static void clear(uint32_t n) {
    memset(dead, 0, sizeof dead);
    ways = (struct ways){{n, dead}, level, best, places};
}

static void kill_link(uint32_t node, uint32_t d) {
    dead[node] |= (uint16_t)(1u << d);
    dead[node ^ 1u << d] |= (uint16_t)(1u << d);
}

static void kill_node(uint32_t node) {
    for (uint32_t d = 0; d < ways.faults.dimension; d++)
        kill_link(node, d);
}

/* Prepares for paths, after the faults have been set, and proves that there is no circle. */
static void ready(void) {
    ways_start(&ways, level, queue);
    assert_true(ways_are_acyclic(&ways, waiting, channels));
}

/* Returns the number of steps of a shortest path of any kind, or -1 if there is none. */
static int distance(uint32_t from, uint32_t to) {
    static uint32_t met[NODES];
    static int steps[NODES];
    uint32_t count = 1;
    memset(steps, -1, sizeof steps);
    met[0] = from;
    steps[from] = 0;
    for (uint32_t k = 0; k < count && steps[to] < 0; k++)
        for (uint32_t d = 0; d < ways.faults.dimension; d++) {
            uint32_t next = met[k] ^ 1u << d;
            if ((dead[met[k]] >> d & 1) || steps[next] >= 0)
                continue;
            steps[next] = steps[met[k]] + 1;
            met[count++] = next;
        }
    return steps[to];
}

/* Follows a packet, step by step, each as its node finds it. Returns the number of steps, or -1 if
 * no path leads there; then none does. */
static int follow(uint32_t from, uint32_t to) {
    uint32_t node = from, arrival = WAY_HERE;
    int steps = 0;
    while (node != to) {
        struct way_step step = way_next(&ways, node, arrival, to);
        if (step.dimension == WAY_NONE) {
            assert_int_equal(steps, 0);
            return -1;
        }
        assert_true(way_may_step(&ways, node, arrival, step));
        arrival = way_arrives(&ways, node, arrival, step);
        load[node * ways.faults.dimension + step.dimension]++;
        node ^= 1u << step.dimension;
        assert_true(++steps < 4 * MOST);
    }
    return steps;
}

/* Follows packets between all pairs of nodes. */
static void reaches_all(void) {
    ready();
    for (uint32_t from = 0; from < 1u << ways.faults.dimension; from++)
        for (uint32_t to = 0; to < 1u << ways.faults.dimension; to++)
            assert_true((follow(from, to) >= 0) == (distance(from, to) >= 0));
}

/* ---- Random sets ---- */

static uint32_t drawn;

static uint32_t random_below(uint32_t most) {
    drawn = drawn * 1664525u + 1013904223u; /* Numerical Recipes' linear congruential generator */
    return (uint32_t)((uint64_t)drawn * most >> 32);
}

/* Kills N links that lived before. */
static void kill_links(uint32_t count) {
    uint32_t n = ways.faults.dimension;
    while (count > 0) {
        uint32_t node = random_below(1u << n), d = random_below(n);
        if (dead[node] >> d & 1)
            continue;
        kill_link(node, d);
        count--;
    }
}

static bool thorough(void) {
    return getenv("CUBE_THOROUGH");
}

/* ---- Tests ---- */

TEST(all_sets_of_links_on_8_nodes) {
    for (uint32_t set = 0; set < 1u << 12; set++) {
        uint32_t link = 0;
        clear(3);
        for (uint32_t node = 0; node < 8; node++)
            for (uint32_t d = 0; d < 3; d++)
                if (!(node >> d & 1) && (set >> link++ & 1))
                    kill_link(node, d);
        reaches_all();
    }
}

/* Kills the thing of this number: a link below 32, else a node. */
static void kill_thing(uint32_t thing) {
    if (thing >= 32) {
        kill_node(thing - 32);
        return;
    }
    uint32_t d = thing / 8, low = thing % 8 & ((1u << d) - 1);
    kill_link((thing % 8 ^ low) << 1 | low, d);
}

/* All sets of at most three of the 32 links and 16 nodes, or every 29th of them. */
TEST(three_faults_on_16_nodes) {
    uint32_t number = 0, each = thorough() ? 1 : 29;
    for (uint32_t a = 0; a < 48; a++)
        for (uint32_t b = a; b < 48; b++)
            for (uint32_t c = b; c < 48; c++) {
                if (number++ % each != 0)
                    continue;
                clear(4);
                kill_thing(a);
                kill_thing(b);
                kill_thing(c);
                reaches_all();
            }
}

/* Random sets and pairs: fewer dead links than dimensions, and every fifth link. */
TEST(random_sets) {
    uint32_t sets = thorough() ? 1000 : 10, pairs = 100;
    for (uint32_t n = 3; n <= MOST; n++)
        for (int many = 0; many < 2; many++) {
            double steps = 0, least = 0;
            drawn = first_seed + n;
            for (uint32_t set = 0; set < sets; set++) {
                clear(n);
                kill_links(many ? (n << (n - 1)) / 5 : random_below(n - 1) + 1);
                ready();
                for (uint32_t pair = 0; pair < pairs; pair++) {
                    uint32_t from = random_below(1u << n), to = random_below(1u << n);
                    int length = follow(from, to), shortest = distance(from, to);
                    assert_true((length >= 0) == (shortest >= 0));
                    if (length < 0)
                        continue;
                    assert_true(many ? length <= shortest + 6
                                     : length <= __builtin_popcount(from ^ to) + 2);
                    steps += length;
                    least += shortest;
                }
            }
            printf("# %u dimensions, %s: %.4f of a shortest path\n", n,
                   many ? "every fifth link dead" : "fewer dead links than dimensions",
                   steps / least);
            assert_true(steps <= least * (many ? 1.02 : 1.01));
        }
}

/* The busiest link with as many dead ones as may be while there are fewer than dimensions, beside
 * that of E-cube. */
TEST(no_link_is_much_busier) {
    for (uint32_t n = 3; n <= (thorough() ? MOST : 6); n++) {
        uint32_t sets = thorough() && n <= 6 ? 200 : 10, sum = 0, worst = 0, e_cube = 1u << (n - 1);
        drawn = first_seed;
        for (uint32_t set = 0; set < sets; set++) {
            uint32_t most = 0;
            clear(n);
            kill_links(n - 1);
            ready();
            memset(load, 0, sizeof load);
            for (uint32_t pair = 0; pair < 1u << 2 * n; pair++)
                follow(pair >> n, pair & ((1u << n) - 1));
            for (uint32_t k = 0; k < n << n; k++)
                most = load[k] > most ? load[k] : most;
            worst = most > worst ? most : worst;
            sum += most;
        }
        printf("# %u dimensions, %u dead links: the busiest link carries %.1f paths in the mean, "
               "%u at most, %u without faults\n",
               n, n - 1, (double)sum / sets, worst, e_cube);
        assert_true(2 * worst <= 5 * e_cube);
    }
}

TEST(paths_without_faults_are_e_cubes) {
    clear(5);
    ready();
    for (uint32_t from = 0; from < 32; from++)
        for (uint32_t to = 0; to < 32; to++)
            if (from != to) {
                struct way_step step = way_next(&ways, from, WAY_HERE, to);
                assert_int_equal(step.dimension, __builtin_ctz(from ^ to));
                assert_int_equal(step.ring, 0);
            }
}
