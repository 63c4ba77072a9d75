/* Finds a node that lives and gets no message of a broadcast down each tree, with fewer dead links
 * and nodes than dimensions: all such sets of the cubes to 16 nodes, and random ones of those to
 * 128. */
#include <stdlib.h>
#include <string.h>

#include "collectives/catalogue/catalogue.h"
#include "collectives/check/checker.h"
#include "collectives/check/shapes.h"
#include "tests/unit/seed.h"
#include "tests/unit/test.h"

enum {
    ALL_TO = TEST_IS_WATCHED ? 3 : 4,
    MOST = 7,
    NODES = 1 << MOST,
    RANDOM_SETS = TEST_IS_WATCHED ? 20 : 200,
    THOROUGH_SETS = 20000,
};

static uint16_t dead[NODES];
static struct faults faults = {0, dead};

/* A fault of a cube of n dimensions: link d of a node for numbers node * n + d, or behind these all
 * links of a node. */
static uint32_t faults_of(uint32_t n) {
    return (n + 1) << n;
}

static bool is_twice(uint32_t n, uint32_t fault) { /* the link has been met at its lower end */
    return fault < n << n && (fault / n >> fault % n & 1) != 0;
}

static void kill(uint32_t n, uint32_t fault) {
    uint32_t is_node = fault >= n << n;
    uint32_t node = is_node ? fault - (n << n) : fault / n;
    for (uint32_t d = 0; d < n; d++)
        if (is_node || d == fault % n) {
            dead[node] |= (uint16_t)(1u << d);
            dead[node ^ 1u << d] |= (uint16_t)(1u << d);
        }
}

static bool survives(const char *name, uint32_t n, uint32_t root, struct finding *finding) {
    struct shape shape = shape_of(n);
    shape.root = root;
    faults.dimension = n;
    return check_schedule_losing(catalogue_find(name), &shape, &faults, finding);
}

static void prove(uint32_t n, uint32_t root) {
    struct finding finding;
    if (!survives("bcast-esbt-copies", n, root, &finding))
        fail_msg("%u dimensions, root %u: %s", n, root, finding.message);
}

/* Adds up to `more` faults from `first` on, in all ways. The root is node 0, and lives. Returns how
 * many sets there are. */
static uint32_t prove_sets(uint32_t n, uint32_t first, uint32_t more) {
    uint32_t sets = 1;
    uint16_t before[NODES];
    prove(n, 0);
    memcpy(before, dead, sizeof dead);
    for (uint32_t fault = first; more > 0 && fault < faults_of(n); fault++) {
        if (is_twice(n, fault) || fault == n << n)
            continue;
        kill(n, fault);
        sets += prove_sets(n, fault + 1, more - 1);
        memcpy(dead, before, sizeof dead);
    }
    return sets;
}

TEST(all_sets_of_fewer_faults_than_dimensions) {
    for (uint32_t n = 2; n <= ALL_TO; n++) {
        memset(dead, 0, sizeof dead);
        printf("# %u dimensions: %u sets\n", n, prove_sets(n, 0, n - 1));
    }
}

TEST(random_sets_and_roots) {
    uint32_t drawn = first_seed, sets = getenv("CUBE_THOROUGH") ? THOROUGH_SETS : RANDOM_SETS;
    for (uint32_t set = 0; set < sets; set++) {
        uint32_t n = ALL_TO + 1 + random_next(&drawn) % (MOST - ALL_TO);
        uint32_t root = random_next(&drawn) % (1u << n);
        memset(dead, 0, sizeof dead);
        for (uint32_t more = n - 1; more > 0; more--) {
            uint32_t fault = random_next(&drawn) % faults_of(n);
            if (fault != (n << n) + root)
                kill(n, fault);
        }
        prove(n, root);
    }
}

/* What has one path to each node loses a node by each link that it uses. */
TEST(one_tree_survives_nothing) {
    struct finding finding;
    memset(dead, 0, sizeof dead);
    assert_true(survives("bcast-binomial", 3, 0, &finding));
    kill(3, 0 * 3 + 2);
    assert_false(survives("bcast-binomial", 3, 0, &finding));
    assert_string_equal(finding.message, "at the end: node 4 ends with a wrong block 0 in area 1: "
                                         "nothing, expected block 0 of node 0");
}
