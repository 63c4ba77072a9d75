/* Products of sparse matrices on host cubes: planned communication and shifts, with integers,
 * against the whole matrix; their steps and link words against paths that are walked apart. */
#include <stdlib.h>

#include "cube.h"
#include "programs/computations/sparse/diagonals.h"
#include "programs/computations/sparse/product.h"
#include "programs/computations/sparse/shifts.h"
#include "programs/computations/sparse/structure.h"
#include "programs/wormhole/random.h"
#include "tests/host/host.h"
#include "tests/unit/computations/accounts.h"
#include "tests/unit/nodes.h"

enum { MOST_DIMENSION = 3, MOST_NODES = 1 << MOST_DIMENSION, MOST_SIZE = 400 };

static const uint64_t rounds = HOST_THREADS_ALONE ? 4 : 25;

static size_t below(struct random *random, size_t limit) {
    return (size_t)(random_word(random) % limit);
}

static double element_of(size_t i) {
    return (double)((i * 7919 + 13) % 1009);
}

/* Random elements within `width` of the diagonal round the corners, so many of 16 of them. */
static struct sparse_entries filled(struct random *random, size_t size, size_t width,
                                    size_t sixteenths) {
    struct sparse_entries entries = {.rows = size, .columns = size};
    for (size_t i = 0; i < size; i++)
        for (size_t j = 0; j < size; j++) {
            size_t ahead = (j + size - i) % size;
            if ((ahead <= width || size - ahead <= width) && below(random, 16) < sixteenths)
                host_check(sparse_entries_add(&entries, i, j, 1 + (double)below(random, 9)) == 0);
        }
    return entries;
}

static int owner_of(const struct division *division, size_t place) {
    for (size_t block = 0;; block++)
        if (place < division->first[block + 1])
            return cube_gray((int)block);
}

/* Walks from its owner to each node that needs an element, and marks each link once. */
static void walk(const struct sparse_rows *matrix, const struct division *division, uint64_t *words,
                 uint64_t *steps) {
    static const size_t links = MOST_NODES * MOST_DIMENSION;
    bool *crossed = calloc(matrix->columns * links + 1, sizeof *crossed);
    bool used[MOST_DIMENSION] = {false};
    *words = *steps = 0;
    for (size_t row = 0; row < matrix->rows; row++)
        for (size_t k = matrix->begin[row]; k < matrix->begin[row + 1]; k++) {
            int at = owner_of(division, matrix->column[k]), end = owner_of(division, row);
            for (int d = 0; d < cube_dim(); d++)
                if ((at ^ end) >> d & 1) {
                    bool *link =
                        crossed + matrix->column[k] * links + (size_t)(at * MOST_DIMENSION + d);
                    *words += !*link;
                    *link = used[d] = true;
                    at ^= 1 << d;
                }
        }
    for (int d = 0; d < MOST_DIMENSION; d++)
        *steps += used[d];
    free(crossed);
}

typedef int apply(void *context, const double *from, double *to, struct account *account);

/* Multiplies twice, and compares with the rows `mine` of the whole matrix and with the counts. */
static void check(apply *multiply, void *context, const struct division *division,
                  const struct sparse_rows *whole, uint64_t words, uint64_t steps) {
    size_t first = division_first(division), count = division_count(division);
    double all[MOST_SIZE] = {0}, from[MOST_SIZE], to[MOST_SIZE], expected[MOST_SIZE];
    struct account account;
    account_open(&account);
    for (size_t time = 0; time < 2; time++) {
        for (size_t i = 0; i < division->size; i++)
            all[i] = element_of(i + time);
        for (size_t i = 0; i < count; i++)
            from[i] = all[first + i];
        host_check(multiply(context, from, to, &account) == 0);
        sparse_rows_multiply(whole, all, expected);
        for (size_t i = 0; i < count; i++)
            host_check(to[i] == expected[first + i]);
    }
    check_account(&account, (struct cost){2 * steps, 2 * words, 0}, sizeof *to);
}

static void check_planned(const struct division *division, const struct sparse_entries *entries) {
    struct sparse_rows whole, mine;
    struct sparse_product product;
    struct cost cost;
    uint64_t words, steps;
    host_check(sparse_rows_make(&whole, entries, 0, entries->rows) == 0);
    host_check(
        sparse_rows_make(&mine, entries, division_first(division), division_count(division)) == 0);
    host_check(sparse_product_make(&product, division, &mine) == 0);
    host_check(sparse_product_cost(&whole, division, &cost) == 0);
    walk(&whole, division, &words, &steps);
    host_check(cost.words == words && cost.steps == steps);
    check(sparse_product_apply, &product, division, &whole, words, steps);
    sparse_product_free(&product);
    sparse_rows_free(&whole);
}

static void check_divided(struct sparse_entries entries) {
    struct division division;
    host_check(division_make(&division, entries.rows) == 0);
    check_planned(&division, &entries);
    division_free(&division);
    sparse_entries_free(&entries);
}

static int planned(void *argument) {
    struct random random = {*(const uint64_t *)argument};
    size_t size = 1 + below(&random, 60), width = below(&random, size);
    check_divided(filled(&random, size, width, below(&random, 6)));
    return 0;
}

/* All elements are needed everywhere, in messages of several parts. */
AT_NODE(planned_long) {
    check_divided(filled(&(struct random){1}, MOST_SIZE, MOST_SIZE, 16));
}

static int shifted(void *argument) {
    struct random random = {*(const uint64_t *)argument};
    size_t size = 1 + below(&random, 60), width = below(&random, size / 2 + 1);
    struct sparse_entries entries = filled(&random, size, width, 12);
    struct sparse_rows whole, mine;
    struct sparse_shifts shifts;
    struct division division;
    host_check(division_make(&division, size) == 0);
    host_check(sparse_rows_make(&whole, &entries, 0, size) == 0);
    host_check(sparse_rows_make(&mine, &entries, division_first(&division),
                                division_count(&division)) == 0);
    size_t reach = sparse_shifts_reach(&whole, &division);
    host_check(sparse_shifts_make(&shifts, &division, reach, &mine) == 0);
    /* r steps of m words at each node each way, as long as the two ends do not meet. */
    size_t nodes = (size_t)cube_nodes();
    uint64_t words =
        2 * reach < nodes ? 2 * reach * nodes * division.most : (nodes - 1) * nodes * division.most;
    check(sparse_shifts_apply, &shifts, &division, &whole, words, reach);
    struct cost cost = sparse_shifts_cost(&division, reach);
    host_check(cost.steps == reach && cost.words == words);
    sparse_shifts_free(&shifts);
    division_free(&division);
    sparse_rows_free(&whole);
    sparse_entries_free(&entries);
    return 0;
}

/* Problems that have nothing to do with each other: with as many as nodes or more there is no
 * communication, with fewer there is none between their groups of nodes. */
static int decomposed(void *argument) {
    struct random random = {*(const uint64_t *)argument};
    size_t step = 1 + below(&random, 20), size = step * (1 + below(&random, 12)), width, groups;
    struct sparse_entries entries = {.rows = size, .columns = size};
    struct sparse_rows whole;
    struct diagonals diagonals;
    struct division division;
    size_t offset[3], place[240];
    for (size_t k = 0; k < 3; k++)
        offset[k] = below(&random, size) / step * step;
    for (size_t i = 0; i < size; i++)
        for (size_t k = 0; k < 3; k++)
            host_check(sparse_entries_add(&entries, i, (i + offset[k]) % size, 1) == 0);
    host_check(sparse_rows_make(&whole, &entries, 0, size) == 0);
    host_check(diagonals_find(&diagonals, &whole) == 0);
    diagonals_order(&diagonals, diagonals_narrow(&diagonals, &width), place);
    sparse_entries_renumber(&entries, place);
    host_check(diagonals_divide(&diagonals, &division, &groups) == 0);
    check_planned(&division, &entries);
    sparse_rows_free(&whole);
    host_check(sparse_rows_make(&whole, &entries, 0, size) == 0);
    struct cost cost;
    host_check(sparse_product_cost(&whole, &division, &cost) == 0);
    size_t nodes = (size_t)cube_nodes(), members = nodes / groups;
    host_check(groups <= diagonals.problems &&
               (2 * groups > diagonals.problems || groups == nodes));
    host_check(diagonals.problems < nodes || cost.words == 0);
    for (size_t row = 0; row < size; row++)
        for (size_t k = whole.begin[row]; k < whole.begin[row + 1]; k++)
            host_check(division_block_of(&division, row) / members ==
                       division_block_of(&division, whole.column[k]) / members);
    division_free(&division);
    diagonals_free(&diagonals);
    sparse_rows_free(&whole);
    sparse_entries_free(&entries);
    return 0;
}

/* A matrix by each of its methods: the vectors are divided in their own ways, the counts are those
 * of the structure, and the best method takes no more time than another. */
static int by_any_method(void *argument) {
    struct random random = {*(const uint64_t *)argument};
    size_t size = 1 + below(&random, 60), width = below(&random, size);
    struct sparse_entries entries = filled(&random, size, width, below(&random, 4));
    struct sparse_structure structure;
    host_check(sparse_structure_find(&structure, &entries) == 0);
    double best = structure.cost[sparse_structure_best(&structure)].time;
    for (enum sparse_method method = 0; method < SPARSE_METHODS; method++) {
        struct sparse_map map;
        double x[60], y[60], from[60] = {0}, to[60];
        host_check(sparse_map_make(&map, &structure, method) == 0);
        size_t first = division_first(map.division), count = division_count(map.division);
        for (size_t i = 0; i < size; i++) {
            x[i] = element_of(i);
            size_t place = sparse_map_place(&map, i);
            if (place >= first && place - first < count)
                from[place - first] = x[i];
        }
        sparse_rows_multiply(&structure.whole, x, y);
        struct account account;
        account_open(&account);
        host_check(sparse_map_apply(&map, from, to, &account) == 0);
        check_account(&account, structure.cost[method], sizeof *to);
        for (size_t i = 0; i < size; i++) {
            size_t place = sparse_map_place(&map, i);
            if (place >= first && place - first < count)
                host_check(to[place - first] == y[i]);
        }
        host_check(best <= structure.cost[method].time);
        sparse_map_free(&map);
    }
    sparse_structure_free(&structure);
    return 0;
}

static void on_all_cubes(int (*function)(void *argument)) {
    for (uint64_t seed = 1; seed <= rounds; seed++)
        for (uint32_t dimension = 0; dimension <= MOST_DIMENSION; dimension++)
            if (host_run(dimension, NULL, function, &seed) != HOST_OK)
                fail_msg("seed %u, dimension %u", (unsigned)seed, (unsigned)dimension);
}

TEST(test_planned) {
    on_all_cubes(planned);
    assert_int_equal(host_run(1, NULL, planned_long, NULL), HOST_OK);
    assert_int_equal(host_run(3, NULL, planned_long, NULL), HOST_OK);
    /* The rings are smaller than any message. */
    assert_int_equal(host_run(3, &(struct host_options){.direct = 256}, planned_long, NULL),
                     HOST_OK);
}

TEST(test_shifted) {
    on_all_cubes(shifted);
}

TEST(test_decomposed) {
    on_all_cubes(decomposed);
}

TEST(test_methods) {
    on_all_cubes(by_any_method);
}
