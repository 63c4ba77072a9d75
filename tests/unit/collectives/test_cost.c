/* Tests the cost model. Every row of the slides' table of costs and every bound in steps is
 * compared, as integers, for several t_s, t_h, t_w and m. The formulas of the catalogue are
 * compared with walks through all its schedules. */
#include <stdio.h>

#include "collectives/catalogue/catalogue.h"
#include "collectives/check/shapes.h"
#include "collectives/check/walk.h"
#include "collectives/schedule/cost.h"
#include "tests/unit/test.h"

enum { MOST_DIMENSION = 6 };

/* The last three lie so far apart that no two costs come out alike. */
static const struct weights {
    uint64_t start, hop, byte, message;
} weights[] = {
    {1000, 10, 1, 64},
    {7, 5, 3, 64},
    {0, 0, 1, 4096},
    {1, 0, 0, 64},
    {0, 1, 0, 64},
    {1 << 30, 1, 1024, 256},
    {1, 1 << 30, 1024, 64 * 4},
    {1 << 20, 1 << 10, 1, 64},
};
enum { WEIGHTS = sizeof weights / sizeof weights[0] };

static struct cost_model model_of(const struct weights *weight, bool one_port) {
    return (struct cost_model){(double)weight->start, (double)weight->hop, (double)weight->byte,
                               one_port};
}

static double time_of(const struct algorithm *algorithm, const struct shape *shape,
                      const struct weights *weight, uint64_t bytes) {
    struct cost_model model = model_of(weight, algorithm->ports != PORTS_ALL);
    return walk_time(algorithm, shape, &model, &(struct block_sizes){.bytes = bytes});
}

static const struct algorithm *named(const char *name) {
    const struct algorithm *algorithm = catalogue_find(name);
    if (!algorithm)
        fail_msg("there is no %s", name);
    return algorithm;
}

/* ---- The slides' table: operations with one port on a ring, a wraparound mesh, a hypercube ----
 */

/* What a row's formula depends on. */
struct setting {
    uint32_t n;
    uint64_t p;
    uint64_t rows, columns; /* of the mesh; of a ring: 1 and p */
    uint32_t q;             /* of a shift */
};

struct row {
    const char *name;
    uint32_t axes; /* 0: the cube; 1: a ring; 2: a mesh */
    struct chain_cost (*cost)(const struct setting *at);
    bool parts; /* its blocks are p parts of the message */
};

/* The distance of the farthest node of a ring or mesh, without going round its ends. */
static uint64_t ends(const struct setting *at) {
    return at->rows - 1 + at->columns - 1;
}

static uint64_t diameter(const struct setting *at) {
    return at->rows / 2 + at->columns / 2;
}

/* log p start-ups and messages, without the hops. */
static struct chain_cost mesh_tree(const struct setting *at) {
    return chain_of(at->n, at->n, ends(at));
}

static struct chain_cost mesh_personal_tree(const struct setting *at) {
    return chain_of(at->n, at->p - 1, ends(at));
}

static struct chain_cost mesh_all(const struct setting *at) {
    return chain_of(ends(at), at->p - 1, ends(at));
}

static struct chain_cost mesh_prefix(const struct setting *at) {
    return chain_of(ends(at), ends(at), ends(at));
}

static struct chain_cost mesh_long(const struct setting *at) {
    uint64_t steps = at->p == 1 ? 0 : 2 * diameter(at) - 1;
    return chain_of(steps, 2 * (at->p - 1), steps);
}

static struct chain_cost mesh_exchange_one_way(const struct setting *at) {
    return chain_of(ends(at), at->p * ends(at) / 2, ends(at));
}

static struct chain_cost mesh_exchange(const struct setting *at) {
    uint64_t along_rows = at->rows * (at->columns * at->columns / 4);
    uint64_t along_columns = at->columns * (at->rows * at->rows / 4);
    return chain_of(diameter(at), along_rows + along_columns, diameter(at));
}

static uint64_t distance(uint64_t side, uint64_t k) {
    k %= side;
    return k < side - k ? k : side - k;
}

static struct chain_cost mesh_shift(const struct setting *at) {
    uint64_t r = at->q % at->columns;
    uint64_t c = at->q / at->columns;
    uint64_t steps = distance(at->rows, c);
    if (r > 0 && at->rows > 1) {
        uint64_t back = distance(at->rows, c + 1);
        steps = distance(at->columns, r) + 1 + (back < steps ? back : steps);
    } else {
        steps += distance(at->columns, r);
    }
    return chain_of(steps, steps, steps);
}

static struct chain_cost cube_tree(const struct setting *at) {
    return chain_of(at->n, at->n, at->n);
}

static struct chain_cost cube_all(const struct setting *at) {
    return chain_of(at->n, at->p - 1, at->n);
}

static struct chain_cost cube_long(const struct setting *at) {
    return chain_of(2 * at->n, 2 * (at->p - 1), 2 * at->n);
}

static struct chain_cost cube_exchange(const struct setting *at) {
    return chain_of(at->n, at->p / 2 * at->n, at->n);
}

static struct chain_cost cube_exchange_ecube(const struct setting *at) {
    return chain_of(at->p - 1, at->p - 1, at->p / 2 * at->n);
}

/* In how many bits the Gray codes of two nodes q apart can differ at most. */
static struct chain_cost gray_shift(const struct setting *at) {
    uint32_t most = 0;
    for (uint32_t x = 0; x < at->p; x++) {
        uint32_t y = (x + at->q) & (uint32_t)(at->p - 1);
        uint32_t differ = (uint32_t)__builtin_popcount(x ^ x >> 1 ^ y ^ y >> 1);
        most = differ > most ? differ : most;
    }
    return chain_of(most, most, most);
}

static struct chain_cost gray_shift_ecube(const struct setting *at) {
    if (at->q == 0)
        return chain_of(0, 0, 0);
    return chain_of(1, 1, at->n - (uint32_t)__builtin_ctz(at->q));
}

static const struct row table[] = {
    {"mesh-bcast", 1, mesh_tree, false},
    {"mesh-bcast", 2, mesh_tree, false},
    {"bcast-binomial", 0, cube_tree, false},
    {"mesh-reduce", 1, mesh_tree, false},
    {"mesh-reduce", 2, mesh_tree, false},
    {"reduce-binomial", 0, cube_tree, false},
    {"mesh-allgather", 1, mesh_all, false},
    {"mesh-allgather", 2, mesh_all, false},
    {"allgather-exchange", 0, cube_all, false},
    {"mesh-reduce-scatter", 1, mesh_all, false},
    {"mesh-reduce-scatter", 2, mesh_all, false},
    {"reduce-scatter-exchange", 0, cube_all, false},
    {"mesh-allreduce", 1, mesh_prefix, false},
    {"mesh-allreduce", 2, mesh_prefix, false},
    {"allreduce-exchange", 0, cube_tree, false},
    {"mesh-scan", 1, mesh_prefix, false},
    {"mesh-scan", 2, mesh_prefix, false},
    {"scan-exchange", 0, cube_tree, false},
    {"mesh-allreduce-long", 1, mesh_long, true},
    {"mesh-allreduce-long", 2, mesh_long, true},
    {"allreduce-halving", 0, cube_long, true},
    {"mesh-scatter", 1, mesh_personal_tree, false},
    {"mesh-scatter", 2, mesh_personal_tree, false},
    {"scatter-binomial", 0, cube_all, false},
    {"mesh-gather", 1, mesh_personal_tree, false},
    {"mesh-gather", 2, mesh_personal_tree, false},
    {"gather-binomial", 0, cube_all, false},
    {"mesh-alltoall-one-way", 1, mesh_exchange_one_way, false},
    {"mesh-alltoall-one-way", 2, mesh_exchange_one_way, false},
    {"alltoall-exchange", 0, cube_exchange, false},
    {"mesh-alltoall", 1, mesh_exchange, false},
    {"mesh-alltoall", 2, mesh_exchange, false},
    {"alltoall-ecube-pieces", 0, cube_exchange_ecube, false},
    {"mesh-shift", 1, mesh_shift, false},
    {"mesh-shift", 2, mesh_shift, false},
    {"gray-shift-signed", 0, gray_shift, false},
    {"shift-ecube", 0, gray_shift_ecube, false},
};
enum { ROWS = sizeof table / sizeof table[0] };

static void check_row(const struct row *row, const struct shape *shape, const struct setting *at) {
    const struct algorithm *algorithm = named(row->name);
    if (!algorithm_applicable(algorithm, shape))
        return; /* the squarest mesh of 2 nodes is a ring */
    for (size_t k = 0; k < WEIGHTS; k++) {
        uint64_t bytes = row->parts ? weights[k].message / at->p : weights[k].message;
        struct cost_model model = model_of(&weights[k], algorithm->ports != PORTS_ALL);
        struct chain_cost formula = row->cost(at);
        double expected = cost_time(&formula, &model, &(struct block_sizes){.bytes = bytes});
        double walked = time_of(algorithm, shape, &weights[k], bytes);
        if (walked != expected)
            fail_msg("%s, n = %u, %u axes, q = %u, weights %zu: %.0f, the table has %.0f",
                     row->name, at->n, row->axes, at->q, k, walked, expected);
    }
}

TEST(rows_of_the_slides) {
    for (size_t k = 0; k < ROWS; k++)
        for (uint32_t n = 1; n <= MOST_DIMENSION; n++) {
            struct shape shape = shape_of(n);
            struct setting at = {.n = n, .p = 1u << n, .rows = 1, .columns = 1u << n};
            if (table[k].axes == 2) {
                at.rows = 1u << n / 2;
                at.columns = at.p / at.rows;
            }
            shape.axes = table[k].axes;
            shape.side[0] = (uint32_t)(table[k].axes == 2 ? at.rows : at.columns);
            shape.side[1] = (uint32_t)at.columns;
            uint32_t shifts = named(table[k].name)->varies & VARIES_SHIFT ? 1u << n : 1;
            for (at.q = 0; at.q < shifts; at.q++) {
                shape.shift = at.q;
                check_row(&table[k], &shape, &at);
            }
        }
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
