/* Finds a schedule that is rewritten round dead links and does not prove: wrong data, a port that
 * is used twice, a packet on a dead link, or too many steps. CUBE_THOROUGH=1 tries every single
 * dead link of the cubes to 32 nodes, fifty random sets of fewer links than dimensions of those to
 * 256, and more sets of a fifth of all links. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "collectives/bound/bounds.h"
#include "collectives/catalogue/catalogue.h"
#include "collectives/check/checker.h"
#include "collectives/check/shapes.h"
#include "collectives/reroute/path.h"
#include "collectives/reroute/reroute.h"
#include "net/ways/up_down.h"
#include "tests/unit/seed.h"
#include "tests/unit/test.h"

enum { MOST = 8, NODES = 1 << MOST };

/* On cubes of more than N dimensions a set is tried with every tenth algorithm. */
enum { ALL_AT = 6, SOME = 10 };

static uint16_t dead[NODES];
static struct faults faults = {0, dead};
static uint32_t drawn;

enum { MOST_BYTES = 256 }; /* of an element */

static void exchange(unsigned char *one, unsigned char *other, size_t bytes) {
    unsigned char kept[MOST_BYTES];
    assert_in_range(bytes, 1, sizeof kept);
    memcpy(kept, one, bytes);
    memmove(one, other, bytes);
    memcpy(other, kept, bytes);
}

/* Takes the place of the C library's, which may keep the order of equal elements. This one (Shell's
 * sort, of the reversed list) does not, as those of other C libraries. */
void qsort(void *list, size_t count, size_t bytes, int (*compare)(const void *, const void *)) {
    unsigned char *at = list;
    for (size_t k = 0; k < count / 2; k++)
        exchange(at + k * bytes, at + (count - 1 - k) * bytes, bytes);
    for (size_t gap = count / 2; gap > 0; gap /= 2)
        for (size_t k = gap; k < count; k++)
            for (size_t j = k; j >= gap && compare(at + (j - gap) * bytes, at + j * bytes) > 0;
                 j -= gap)
                exchange(at + (j - gap) * bytes, at + j * bytes, bytes);
}

static bool thorough(void) {
    return getenv("CUBE_THOROUGH");
}

static uint32_t random_below(uint32_t limit) {
    return random_next(&drawn) % limit;
}

static void clear(uint32_t n) {
    memset(dead, 0, sizeof dead);
    faults.dimension = n;
}

static void kill_link(uint32_t node, uint32_t d) {
    dead[node] |= (uint16_t)(1u << d);
    dead[node ^ 1u << d] |= (uint16_t)(1u << d);
}

/* What rewriting schedules costs. */
static struct {
    uint32_t schedules;
    uint32_t met;
    int more; /* fewer if negative */
} sums;

/* How many steps of a schedule meet a dead link. */
static uint32_t steps_met(const struct rewriting *rewriting) {
    uint32_t met = 0, last = 0;
    for (size_t k = 0; k < rewriting->transfers; k++) {
        const struct transfer *transfer = &rewriting->transfer[k];
        if (transfer->step == last ||
            path_lives(&faults, transfer->from, rewriting->ports + transfer->path, transfer->links))
            continue;
        last = transfer->step;
        met++;
    }
    return met;
}

/* The steps that a step of single-hop packets may need behind it, with fewer dead links than
 * dimensions. With k dead links, the most at any node, no more than n - k packets leave that node
 * in a step, so that ceil(k / (n - k)) can be necessary. Packets that take their paths one after
 * the other may need one more. */
static uint32_t most_behind(void) {
    uint32_t n = faults.dimension, most = 0;
    for (uint32_t node = 0; node < 1u << n; node++) {
        uint32_t k = (uint32_t)__builtin_popcount(dead[node]);
        uint32_t behind = k < n ? (n - 1) / (n - k) : 0;
        most = behind > most ? behind : most;
    }
    return most + 1;
}

/* How many steps a schedule has more than without dead links, and how many its bound has. */
struct more {
    int steps, bound;
};

/* Rewrites a schedule, and proves the result. */
static struct more prove(const struct algorithm *algorithm, const struct shape *shape) {
    struct rewriting rewriting;
    struct finding finding = {.message = ""};
    rewriting_begin(algorithm, shape, &rewriting);
    uint32_t before = rewriting.steps, met = steps_met(&rewriting);
    if (!reroute(&rewriting, &faults))
        fail_msg("%s on %u dimensions, %s: cannot be brought round", algorithm->name,
                 shape->dimension, shape_text(algorithm, shape));
    if (!check_schedule_round(rewriting_algorithm(&rewriting), shape, &faults, &finding, NULL))
        fail_msg("%s on %u dimensions, %s: %s", algorithm->name, shape->dimension,
                 shape_text(algorithm, shape), finding.message);
    bool few = faults_count(&faults) < shape->dimension;
    if (few && finding.steps > before + most_behind() * met)
        fail_msg("%s on %u dimensions, %s: %u steps become %u, %u behind each of %u",
                 algorithm->name, shape->dimension, shape_text(algorithm, shape), before,
                 finding.steps, most_behind(), met);
    sums.schedules++;
    sums.met += met;
    sums.more += (int)finding.steps - (int)before;
    rewriting_end(&rewriting);
    return (struct more){(int)finding.steps - (int)before, (int)finding.bound - (int)before};
}

/* Proves algorithms of the catalogue in one of their shapes each: all of them, or those whose
 * number has this remainder. */
static void prove_all(uint32_t n, uint32_t remainder, uint32_t of) {
    for (size_t k = remainder; k < catalogue_entries; k += of) {
        struct shape shape;
        if (shape_random(catalogue[k], n, &drawn, &shape))
            prove(catalogue[k], &shape);
    }
}

/* What is not rewritten passes dead links, which the proof notices. */
TEST(dead_links_are_noticed) {
    const struct shape shape = shape_of(3);
    struct finding finding;
    clear(3);
    kill_link(4, 0);
    assert_false(check_schedule_round(catalogue_find("allgather-exchange"), &shape, &faults,
                                      &finding, NULL));
    assert_string_equal(finding.message, "step 1: node 4, port 0: a packet on a link that is dead");
}

/* With dead links, nodes have fewer ports and are farther from each other. */
TEST(bounds_know_of_dead_links) {
    const struct means all_port = {PORTS_ALL, false, 1};
    const struct shape shape = shape_of(6);
    const struct algorithm *allgather = catalogue_find("allgather-all-port");
    clear(6);
    assert_int_equal(bound_steps_round(allgather, &shape, all_port, &faults), 11);
    kill_link(9, 2);
    assert_int_equal(bound_steps_round(allgather, &shape, all_port, &faults), 13);
    const struct shape two = shape_of(2);
    clear(2);
    kill_link(0, 1);
    assert_int_equal(bound_steps_round(catalogue_find("bcast-binomial"), &two, all_port, &faults),
                     3);
}

TEST(every_single_link) {
    uint32_t most = thorough() ? 5 : TEST_IS_WATCHED ? 2 : 3;
    drawn = first_seed;
    for (uint32_t n = 2; n <= most; n++)
        for (uint32_t node = 0; node < 1u << n; node++)
            for (uint32_t d = 0; d < n; d++) {
                if (node >> d & 1)
                    continue;
                clear(n);
                kill_link(node, d);
                prove_all(n, 0, 1);
            }
    printf("# %u schedules: %u steps met a dead link, and brought %d more\n", sums.schedules,
           sums.met, sums.more);
}

/* With one dead link of 64 nodes: two of them, or each. docs/guide/faults.md has the table: how
 * many steps more there are, and how many more the bound has, at least and at most. */
TEST(few_steps_more) {
    static const struct {
        const char *name;
        struct more least, most;
    } rows[] = {
        {"bcast-binomial", {0, 0}, {1, 0}}, {"scan-exchange", {1, 0}, {1, 0}},
        {"aspc", {1, 0}, {1, 1}},           {"allgather-all-port", {2, 2}, {2, 2}},
        {"alltoall-ecube", {2, 0}, {6, 0}}, {"alltoall-all-port", {7, 2}, {7, 2}},
    };
    drawn = first_seed;
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        const struct algorithm *algorithm = catalogue_find(rows[k].name);
        uint32_t sets = thorough() ? 6 * 64 : 2;
        struct more least = {INT_MAX, INT_MAX}, most = {INT_MIN, INT_MIN};
        for (uint32_t set = 0; set < sets; set++) {
            struct shape shape = shape_of(6);
            uint32_t node = thorough() ? set / 6 : random_below(64);
            uint32_t d = thorough() ? set % 6 : random_below(6);
            if (thorough() && (node >> d & 1))
                continue;
            clear(6);
            kill_link(node, d);
            struct more more = prove(algorithm, &shape);
            least.steps = more.steps < least.steps ? more.steps : least.steps;
            least.bound = more.bound < least.bound ? more.bound : least.bound;
            most.steps = more.steps > most.steps ? more.steps : most.steps;
            most.bound = more.bound > most.bound ? more.bound : most.bound;
        }
        assert_in_range(least.steps, rows[k].least.steps, most.steps);
        assert_in_range(most.steps, least.steps, rows[k].most.steps);
        assert_in_range(least.bound, rows[k].least.bound, most.bound);
        assert_in_range(most.bound, least.bound, rows[k].most.bound);
        if (thorough()) {
            assert_memory_equal(&least, &rows[k].least, sizeof least);
            assert_memory_equal(&most, &rows[k].most, sizeof most);
        }
    }
}

/* Were they last, the schedule would take a step more. */
TEST(packets_on_which_most_wait_go_first) {
    struct shape shape = shape_of(6);
    clear(6);
    kill_link(2, 5);
    assert_int_equal(prove(catalogue_find("aspc"), &shape).steps, 1);
}

TEST(random_sets) {
    uint32_t most = thorough() ? MOST : TEST_IS_WATCHED ? 4 : 5;
    drawn = first_seed;
    for (uint32_t n = 3; n <= most; n++) {
        uint32_t sets = thorough() ? 50u >> (n > ALL_AT ? n - ALL_AT : 0) : 2;
        for (uint32_t set = 0; set < sets; set++) {
            clear(n);
            for (uint32_t links = 1 + random_below(n - 1); links > 0; links--)
                kill_link(random_below(1u << n), random_below(n));
            uint32_t of = n > ALL_AT ? SOME : 1;
            prove_all(n, set % of, of);
        }
    }
}

/* A fifth of all links, as long as all nodes are connected: how many steps more is not bounded. */
TEST(many_dead_links) {
    uint32_t most = thorough() ? ALL_AT : TEST_IS_WATCHED ? 3 : 4, sets = thorough() ? 8 : 2;
    uint16_t level[NODES], queue[NODES];
    drawn = first_seed;
    for (uint32_t n = 3; n <= most; n++)
        for (uint32_t set = 0; set < sets; set++) {
            clear(n);
            for (uint32_t links = (n << n) / 10; links > 0;) {
                uint32_t node = random_below(1u << n), d = random_below(n);
                uint16_t before[NODES];
                memcpy(before, dead, sizeof dead);
                kill_link(node, d);
                if (up_down_levels(&faults, level, queue) == 1u << n)
                    links--;
                else
                    memcpy(dead, before, sizeof dead);
            }
            prove_all(n, 0, 1);
        }
}
