/* Finds a cost formula of the catalogue that differs from a walk through the schedule. */
#include <stdio.h>

#include "collectives/catalogue/catalogue.h"
#include "collectives/check/shapes.h"
#include "collectives/check/walk.h"
#include "collectives/schedule/cost.h"
#include "tests/unit/test.h"

enum { MOST_DIMENSION = TEST_IS_WATCHED ? 4 : 6 };

/* The last three lie so far apart that no two costs come out alike. */
static const struct weights {
    uint64_t start, hop, byte;
} weights[] = {
    {1000, 10, 1}, {7, 5, 3},          {0, 0, 1},          {1, 0, 0},
    {0, 1, 0},     {1 << 30, 1, 1024}, {1, 1 << 30, 1024}, {1 << 20, 1 << 10, 1},
};
enum { WEIGHTS = sizeof weights / sizeof weights[0] };

static struct cost_model model_of(const struct weights *weight, bool one_port) {
    return (struct cost_model){(double)weight->start, (double)weight->hop, (double)weight->byte,
                               one_port};
}

static const struct algorithm *named(const char *name) {
    const struct algorithm *algorithm = catalogue_find(name);
    if (!algorithm)
        fail_msg("there is no %s", name);
    return algorithm;
}

/* A node has all ports, or just one, and then its packets wait for each other. */
TEST(one_port_for_all_port_schedules) {
    struct shape shape = shape_of(3);
    struct cost_model model = {.start = 100, .byte = 1, .one_port = true};
    double walked = walk_time(named("aspc"), &shape, &model, &(struct block_sizes){.bytes = 8});
    assert_true(walked == 10 * 108); /* each node sends 2 (2n - 1) */
}

/* ---- What the catalogue says at once ---- */

/* Blocks of one size; blocks of no bytes but for a few longer ones; and both. */
static const struct block_sizes sizes[] = {
    {.bytes = 64}, {.bytes = 4096}, {0, 8, 1}, {0, 8, 3}, {8, 8, 1}, {64, 8, 2}, {16, 8, 5},
};
enum { SIZES = sizeof sizes / sizeof sizes[0], MOST_PACKETS = 20 };

/* The most blocks that a node has of a message. */
static uint32_t blocks_of_message(const struct algorithm *algorithm, const struct shape *shape) {
    uint32_t most = 0;
    for (uint32_t node = 0; node < shape_nodes(shape); node++) {
        uint32_t blocks = algorithm_blocks(algorithm, shape, node, AREA_INPUT);
        most = blocks > most ? blocks : most;
    }
    return most;
}

/* Checks that the cost is what a walk takes where it says that it is exact, and no less than that
 * elsewhere. */
static void check_formula(const struct algorithm *algorithm, const struct shape *shape,
                          const struct weights *weight, const struct block_sizes *size,
                          bool one_port) {
    struct cost_model model = model_of(weight, one_port);
    struct chain_cost cost = algorithm_cost(algorithm, shape, one_port, size->longer);
    double told = cost_time(&cost, &model, size);
    double walked = walk_time(algorithm, shape, &model, size);
    if (walked > told || (walked < told && cost_is_exact(&cost, &model)))
        fail_msg("%s, %s, %s, t_s %llu, t_h %llu, t_w %llu, blocks of %llu bytes, %u of %llu more: "
                 "%.0f, and it says %.0f\n",
                 algorithm->name, shape_text(algorithm, shape), one_port ? "one port" : "all ports",
                 (unsigned long long)weight->start, (unsigned long long)weight->hop,
                 (unsigned long long)weight->byte, (unsigned long long)size->bytes,
                 (unsigned)size->longer, (unsigned long long)size->element, walked, told);
}

static void check_formulas(const struct algorithm *algorithm, const struct shape *shape) {
    uint32_t blocks = blocks_of_message(algorithm, shape);
    for (int one_port = algorithm_has_cost(algorithm, true); one_port >= 0; one_port--)
        for (size_t s = 0; s < SIZES; s++)
            for (size_t w = 0; w < WEIGHTS && (sizes[s].longer == 0 || sizes[s].longer < blocks);
                 w++)
                check_formula(algorithm, shape, &weights[w], &sizes[s], one_port != 0);
}

TEST(costs_of_the_catalogue) {
    for (size_t k = 0; k < catalogue_entries; k++)
        for (uint32_t n = 0; n < MOST_DIMENSION; n++) {
            const struct algorithm *algorithm = catalogue[k];
            struct shape shape;
            bool more = shape_first(algorithm, n, SHAPES_FEW, &shape);
            for (; more; more = shape_next(algorithm, SHAPES_FEW, &shape))
                check_formulas(algorithm, &shape);
        }
}

/* Pipelines, in which packets overtake each other where a node has more ports than they use. */
TEST(costs_of_pipelines) {
    for (size_t k = 0; k < catalogue_entries; k++)
        for (uint32_t n = 0; n <= 4 && (catalogue[k]->varies & VARIES_PACKETS); n++) {
            struct shape shape = shape_of(n);
            shape.target = (1u << n) - 1;
            for (shape.packets = 1; shape.packets <= MOST_PACKETS; shape.packets++)
                if (algorithm_applicable(catalogue[k], &shape))
                    check_formulas(catalogue[k], &shape);
        }
}

/* Permutations; meshes whose sides are no powers of two; leaders, which are done with a step before
 * others, so that their packets come to links that are in use; and where hops take time, packets of
 * which some have longer ways than others of their step. */
static bool may_be_congested(const struct algorithm *algorithm, const struct shape *shape,
                             const struct cost_model *model) {
    for (uint32_t axis = 0; axis < shape->axes; axis++)
        if ((shape->side[axis] & (shape->side[axis] - 1)) != 0)
            return true;
    return algorithm == named("permute-ecube") || algorithm == named("mesh-allgather-relayed") ||
           (algorithm == named("mesh-reduce-scatter-ordered") && model->hop > 0);
}

/* Packets wait for links where the catalogue says so, and nowhere else. */
TEST(contention_of_the_catalogue) {
    const struct block_sizes message = {.bytes = 64};
    for (size_t k = 0; k < catalogue_entries; k++)
        for (uint32_t n = 2; n < MOST_DIMENSION; n++) {
            const struct algorithm *algorithm = catalogue[k];
            struct shape shape;
            bool more = shape_first(algorithm, n, SHAPES_FEW, &shape);
            for (; more; more = shape_next(algorithm, SHAPES_FEW, &shape))
                for (size_t w = 0; w < WEIGHTS; w++) {
                    struct cost_model model = model_of(&weights[w], false);
                    bool congested = walk_is_congested(algorithm, &shape, &model, &message);
                    if (may_be_congested(algorithm, &shape, &model) || model.byte == 0)
                        continue;
                    bool told = algorithm_busiest(algorithm, &shape, NULL);
                    if ((congested && !told) || (!congested && told && model.hop == 0))
                        fail_msg("%s, %s, weights %zu: %s", algorithm->name,
                                 shape_text(algorithm, &shape), w,
                                 congested ? "packets wait for links" : "no packet waits");
                }
        }
}

/* The costs of the algorithms among which most calls choose are exact, hops included. */
TEST(most_formulas_are_exact) {
    static const char *const names[] = {
        "bcast-binomial",           "bcast-one-by-one",   "bcast-pipelined",   "reduce-binomial",
        "bcast-pipelined-all-port", "allreduce-halving",  "allreduce-rotated", "scan-pipelined",
        "allgather-exchange",       "allgather-all-port", "alltoall-all-port", "transfer-path",
    };
    const struct cost_model model = {.hop = 1};
    struct shape shape = shape_of(4);
    shape.target = 15;
    shape.packets = 9;
    for (size_t k = 0; k < sizeof names / sizeof names[0]; k++)
        for (int one_port = 0; one_port <= 1; one_port++) {
            struct chain_cost cost = algorithm_cost(named(names[k]), &shape, one_port != 0, 0);
            assert_true(cost_is_exact(&cost, &model));
        }
}
