/* Finds a kept plan that gives other results than a new one, or than one that was forgotten. */
#include <errno.h>
#include <string.h>

#include "collectives/check/shapes.h"
#include "collectives/run/kept/plan_cache.h"
#include "compiler.h"
#include "cube.h"
#include "cube_catalogue.h"
#include "tests/host/subject.h"
#include "tests/unit/nodes.h"

enum { RECORDS = 16, MOST_COUNT = 6 };

/* What calls read stays where it is, and has other contents in each call. */
static NODE_LOCAL struct {
    uint32_t number;
    struct subject subject;
    struct cube_type type;
    struct cube_op op;
    struct material material;
    const struct material *like; /* whose elements they are */
    char name[32];
} given;

/* Elements differ from call to call. */
static void fill(uint8_t *at, uint32_t rank, uint32_t block, size_t bytes) {
    given.like->fill(at, rank, block + 16 * given.number, bytes);
}

/* Draws what is given in call number `number`, with a root less than `roots`. */
static void draw(uint32_t number, uint32_t roots, uint32_t *random) {
    static const char *const names[] = {"allgather-exchange", "allgather-ring"};
    unsigned nodes = (unsigned)cube_nodes();
    struct subject *subject = &given.subject;
    given.number = number;
    do {
        uint32_t root = random_next(random) % roots % nodes;
        given.like = random_next(random) % 4 == 0 ? &material_matrices : &material_bytes;
        given.type = *given.like->type;
        given.op = *given.like->op;
        given.material = (struct material){&given.type, &given.op, fill};
        *subject = (struct subject){
            .call = (int)(random_next(random) % (uint32_t)subject_calls()),
            .mesh = root % 2 == 0 || nodes < 4
                        ? (struct cube_mesh){.axes = 1, .side = {nodes}}
                        : (struct cube_mesh){.axes = 2, .side = {nodes / 2, 2}},
            .root = (int)root,
            .target = (int)((root + random_next(random) % 2) % nodes),
            .shift = (int)root,
            .points = 1,
            .material = &given.material,
            .bytes = given.type.bytes,
            .in_place = random_next(random) % 2 == 0,
        };
        if (random_next(random) % 4 == 0)
            subject->bytes *= MOST_COUNT - random_next(random) % 2;
        if (strcmp(subject_name(subject->call), "allgather") == 0) {
            strcpy(given.name, names[root % 2]);
            subject->chosen = true;
            subject->choice.algorithm = given.name;
        } else if (random_next(random) % 8 == 0 && nodes > 2) {
            subject->chosen = true;
            subject->choice.dimensions = (nodes - 1) & ~(1u << root % (unsigned)cube_dim());
        }
    } while (!subject_is_possible(subject, cube_dim()));
}

/* Whether the lists have all plans that are kept, and each its own memory. */
static bool memory_is_right(void) {
    const struct plan *plan[PLANS_BYTES / sizeof(struct plan)] = {NULL};
    uint32_t kept = 0;
    for (uint32_t row = 0; row < PLAN_ROWS; row++)
        for (uint32_t column = 0; column < PLAN_COLUMNS; column++)
            for (const struct plan *next = plans.first[row][column]; next; next = next->next)
                if (kept == plans.kept || next->first != &plans.first[row][column])
                    return false;
                else
                    plan[kept++] = next;
    for (uint32_t k = 0; k < kept; k++) {
        const uint8_t *begin = (const uint8_t *)plan[k], *end = begin + plan[k]->bytes;
        if (begin < plans.memory || end > plans.memory + PLANS_BYTES)
            return false;
        for (uint32_t other = 0; other < k; other++)
            if ((const uint8_t *)plan[other] < end &&
                begin < (const uint8_t *)plan[other] + plan[other]->bytes)
                return false;
    }
    return kept == plans.kept;
}

/* Whether the call took the steps of the algorithm that it names, if it names one. */
static bool steps_are_right(void) {
    const char *name = given.subject.choice.algorithm;
    struct cube_algorithm algorithm;
    struct cube_stats stats;
    cube_stats(&stats);
    return !name ||
           (cube_catalogue_find(name, NULL, &algorithm) == 0 && stats.steps == algorithm.steps);
}

struct course {
    uint32_t calls;
    uint32_t roots; /* how many there are */
    bool traced;    /* steps are recorded in every other group of calls */
};

static int run(void *argument) {
    const struct course *course = argument;
    struct cube_step_record records[RECORDS] = {{0}};
    uint32_t random = 1;
    for (uint32_t number = 0; number < course->calls; number++) {
        draw(number, course->roots, &random);
        if (course->traced)
            cube_trace((number >> 5) & 1 ? records : NULL, RECORDS);
        cube_stats_clear();
        if (!host_expect(subject_is_right(&given.subject), subject_text(&given.subject), "call",
                         (int)number) ||
            !host_check(steps_are_right()))
            break;
        if (!host_check(memory_is_right()))
            break;
    }
    cube_trace(NULL, 0);
    return 0;
}

static void runs(uint32_t dimension, const struct host_options *options, struct course course) {
    assert_int_equal(host_run(dimension, options, run, &course), HOST_OK);
}

TEST(calls_come_again) {
    for (uint32_t dimension = 0; dimension <= 3; dimension++)
        runs(dimension, NULL, (struct course){.calls = 1000, .roots = 2});
}

TEST(small_rings_are_waited_for) {
    runs(3, &(struct host_options){.direct = 256, .routed = 256},
         (struct course){.calls = 1000, .roots = 2});
}

/* More roots than there is room for plans. */
TEST(plans_are_forgotten) {
    runs(4, NULL, (struct course){.calls = 2000, .roots = 16});
}

TEST(recorded_calls_come_again) {
    runs(2, NULL, (struct course){.calls = 600, .roots = 1, .traced = true});
}

/* A call that comes again sends what the first one sent, in every form. */
TEST_AT_NODES(counts_stay, 3, 3) {
    uint32_t random = 1;
    for (uint32_t number = 0; number < 100; number++) {
        struct cube_stats first, again;
        draw(number, 2, &random);
        for (int twice = 0; twice < 2; twice++) {
            cube_stats_clear();
            host_check(subject_is_right(&given.subject));
            cube_stats(twice ? &again : &first);
        }
        for (int d = 0; d < cube_dim(); d++)
            host_check(first.link[d].packets == again.link[d].packets &&
                       first.link[d].bytes == again.link[d].bytes);
        host_check(first.steps == again.steps);
    }
}

/* Nodes whose calls differ get errors, though both have plans. */
TEST_WITH_VERDICT(calls_that_do_not_match, HOST_UNRECEIVED, 1, 1, .spins = 0) {
    uint64_t value = 1, total = 0;
    for (int root = 0; root < 2; root++)
        host_check(cube_bcast(&value, 1, &cube_uint64, root) == 0);
    host_check(cube_barrier() == 0);
    if (cube_node() == 0)
        host_check(cube_allreduce(&value, &total, 1, &cube_uint64, &cube_sum) == -EPROTO);
    else
        host_check(cube_bcast(&value, 1, &cube_uint64, 1) == 0);
}
