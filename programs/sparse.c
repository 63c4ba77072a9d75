/* Finds a fixed point x = A x + b with a sparse A (Ozveren, section 3.3). The program looks for the
 * structure of A, and uses it. The matrix has the extended diagonals that the user asks for, or
 * comes from a file in the Matrix Market format. It is scaled so that the iteration converges. Node
 * 0 also iterates alone, and compares the results. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cube.h"
#include "programs/computations/moment.h"
#include "programs/computations/must.h"
#include "programs/computations/sparse/matrix_file.h"
#include "programs/computations/sparse/structure.h"
#include "programs/computations/vector/inner.h"
#include "programs/parts/entries.h"
#include "programs/parts/gather.h"
#include "programs/parts/options.h"
#include "programs/parts/report.h"

enum {
    MOST_SIZE = 1 << 20,
    MOST_ITERATIONS = 1000000,
    MOST_DIGITS = 15,
    SHOWN = 8, /* diagonals that are printed */
};

static uint64_t size = 960, iterations = 1000, digits = 10, seed = 1;
static const char *offsets = "24,60", *matrix, *method = "best";

static const struct program_option options[] = {
    OPTION_NUMBER("size", "rows of the matrix", size, 1, MOST_SIZE),
    OPTION_WORD("diagonals", "P,Q,...: extended diagonals, and their counterparts", offsets),
    OPTION_WORD("matrix", "a file (Matrix Market) in their place", matrix),
    OPTION_WORD("method", "planned, shifts, problems or best", method),
    OPTION_NUMBER("iterations", "the most iterations", iterations, 1, MOST_ITERATIONS),
    OPTION_NUMBER("digits", "ends when x changes in length by 10^-digits or less", digits, 1,
                  MOST_DIGITS),
    OPTION_NUMBER("seed", "of the values", seed, 0, UINT64_MAX),
};

static const struct {
    const char *name, *meaning;
} methods[SPARSE_METHODS] = {
    [SPARSE_PLANNED] = {"planned", "each element to those that need it"},
    [SPARSE_SHIFTS] = {"shifts", "blocks along the ring, both ways"},
    [SPARSE_PROBLEMS] = {"problems", "each element to those that need it, problem by problem"},
};

/* ---- The matrix ---- */

static void read_file(struct sparse_entries *entries) {
    struct matrix_market file;
    matrix_file_read(matrix, &file);
    if (file.wrong[0] != '\0')
        options_refuse("%s: %s", matrix, file.wrong);
    *entries = file.entries;
    if (entries->count == 0)
        options_refuse("%s: a matrix without elements leaves nothing to iterate", matrix);
}

static void add_diagonal(struct sparse_entries *entries, size_t offset) {
    for (size_t i = 0; i < entries->rows; i++) {
        size_t j = (i + offset) % entries->rows;
        must(sparse_entries_add(entries, i, j, entry_fraction(seed, i, j)), "adding elements");
    }
}

static void make_diagonals(struct sparse_entries *entries) {
    bool *has = allocate(size, sizeof *has);
    *entries = (struct sparse_entries){.rows = size, .columns = size};
    for (const char *at = offsets;; at++) {
        char *end;
        unsigned long offset = strtoul(at, &end, 10);
        if (*at < '0' || *at > '9' || offset >= size || (*end != ',' && *end != '\0'))
            options_refuse("--diagonals: invalid list (expected: numbers below the size, separated "
                           "by commas)");
        has[offset] = has[(size - offset) % size] = true;
        at = end;
        if (*at == '\0')
            break;
    }
    for (size_t p = 0; p < size; p++)
        if (has[p])
            add_diagonal(entries, p);
    free(has);
}

/* Divides all elements by twice the largest sum of a row. So x changes in each iteration by at most
 * half of its change in the one before. */
static void scale(struct sparse_entries *entries) {
    double *sum = allocate(entries->rows, sizeof *sum), most = 0;
    for (size_t k = 0; k < entries->count; k++)
        sum[entries->list[k].row] += fabs(entries->list[k].value);
    for (size_t i = 0; i < entries->rows; i++)
        most = fmax(most, sum[i]);
    for (size_t k = 0; k < entries->count && most > 0; k++)
        entries->list[k].value /= 2 * most;
    free(sum);
}

/* ---- Its structure ---- */

/* Returns the method that the user asks for, or the best one. */
static enum sparse_method choose(const struct sparse_structure *structure) {
    if (strcmp(method, "best") == 0)
        return sparse_structure_best(structure);
    for (enum sparse_method chosen = 0; chosen < SPARSE_METHODS; chosen++)
        if (strcmp(method, methods[chosen].name) == 0)
            return chosen;
    options_refuse("--method: unknown value (expected: planned, shifts, problems or best)");
}

static void print_diagonals(const struct diagonals *diagonals, size_t divisor, size_t unit) {
    size_t members = size / divisor;
    for (size_t k = 0; k < diagonals->count && k < SHOWN; k++)
        printf("%s %zu", k > 0 ? "," : "", diagonals->offset[k] / divisor * unit % members);
    printf("%s\n", diagonals->count > SHOWN ? ", ..." : "");
}

static void print_structure(const struct sparse_structure *structure) {
    const struct diagonals *diagonals = &structure->diagonals;
    size_t problems = diagonals->problems, members = size / problems;
    size_t nodes = (size_t)cube_nodes();
    if (cube_node() != 0)
        return;
    printf("%s%s%" PRIu64 " x %" PRIu64 ", %zu elements on %zu extended diagonals:",
           matrix ? matrix : "", matrix ? ", " : "", size, size, structure->whole.begin[size],
           diagonals->count);
    print_diagonals(diagonals, 1, 1);
    printf("band: %zu to each side; the greatest common divisor of all diagonals and %" PRIu64
           " is %zu\n",
           diagonals->width, size, problems);
    if (problems > 1) {
        printf("%zu problems of %zu unknowns: number c is about c, c + %zu, c + %zu, ... c + %zu\n",
               problems, members, problems, 2 * problems, size - problems);
        printf("in each the diagonals are");
        print_diagonals(diagonals, problems, 1);
    }
    if (structure->unit > 1) {
        printf("times %zu modulo %zu they are", structure->unit, members);
        print_diagonals(diagonals, problems, structure->unit);
        printf("the band is then %zu to each side\n", structure->narrow);
    }
    if (problems > 1)
        printf("groups of nodes, among which they are divided: %zu, of %zu node%s\n",
               structure->groups, nodes / structure->groups, nodes == structure->groups ? "" : "s");
    printf("\n");
}

static void print_cost(const char *name, struct cost cost, const char *meaning, bool chosen) {
    printf("%-10s %8" PRIu64 " %10" PRIu64 "  %s%s\n", name, cost.steps, cost.words, meaning,
           chosen ? " <-" : "");
}

/* Prints what a product costs by each method, and by one that knows no structure. */
static void print_costs(const struct sparse_structure *structure, enum sparse_method chosen) {
    if (cube_node() != 0)
        return;
    printf("%-10s %8s %10s  on %d node%s\n", "a product", "steps", "words", cube_nodes(),
           cube_nodes() == 1 ? "" : "s");
    print_cost("gather",
               cost_of_call("allgather-exchange", NULL, structure->plain.most, sizeof(double)),
               "all elements to all nodes, by an all-gather", false);
    for (enum sparse_method k = 0; k < SPARSE_METHODS; k++)
        print_cost(methods[k].name, structure->cost[k], methods[k].meaning, k == chosen);
    printf("\n");
}

/* ---- The iteration ---- */

static double right_side(size_t unknown) {
    return entry_fraction(seed, size, unknown);
}

static void swap(double **one, double **other) {
    double *first = *one;
    *one = *other;
    *other = first;
}

/* Adds b, and sets `change` to the changes of x. */
static void finish(size_t count, double *next, const double *now, const double *right,
                   double *change) {
    for (size_t i = 0; i < count; i++) {
        next[i] += right[i];
        change[i] = next[i] - now[i];
    }
}

/* Iterates on all nodes. *x becomes this node's part of the fixed point, which the caller frees.
 * Returns the number of iterations. */
static uint64_t iterate(struct sparse_map *map, const double *right, double **x, uint64_t most,
                        struct account *account) {
    size_t count = division_count(map->division);
    size_t room = map->division->most;
    double *next = allocate(room, sizeof *next), *change = allocate(count, sizeof *change);
    double bound = pow(10, -(double)digits);
    uint64_t done = 0;
    *x = allocate(room, sizeof **x);
    for (bool small = false; done < most && !small; done++) {
        sparse_map_apply(map, *x, next, account);
        finish(count, next, *x, right, change);
        small = inner_terminates(account, change, count, bound);
        swap(x, &next);
    }
    free(next);
    free(change);
    return done;
}

/* Does the same number of iterations at this node alone. Returns their time. `x` has room for all
 * unknowns. */
static uint64_t iterate_alone(const struct sparse_rows *whole, const double *right, uint64_t times,
                              double *x) {
    double *next = allocate(size, sizeof *next), *change = allocate(size, sizeof *change);
    double *now = allocate(size, sizeof *now);
    volatile double length = 0; /* the paper's test; its outcome is known here */
    uint64_t begun = moment();
    for (uint64_t done = 0; done < times; done++) {
        sparse_rows_multiply(whole, now, next);
        finish(size, next, now, right, change);
        length = inner_own(change, change, size);
        swap(&now, &next);
    }
    uint64_t time = moment() - begun;
    (void)length;
    memcpy(x, now, size * sizeof *x);
    free(next);
    free(change);
    free(now);
    return time;
}

/* Node 0 compares the parts of all nodes with what it finds alone. Returns, at all nodes, whether
 * they are equal up to roundings. */
static bool verify(const struct sparse_map *map, const double *x, uint64_t times, uint64_t *time) {
    const struct division *division = map->division;
    double *whole = gather_ring(x, division->most * sizeof *x), farthest = 0, most = 0;
    uint64_t right = 0;
    if (cube_node() == 0) {
        double *alone = allocate(size, sizeof *alone), *b = allocate(size, sizeof *b);
        for (size_t i = 0; i < size; i++)
            b[i] = right_side(i);
        *time = iterate_alone(&map->structure->whole, b, times, alone);
        for (size_t i = 0; i < size; i++) {
            size_t place = sparse_map_place(map, i);
            size_t block = division_block_of(division, place);
            double found = whole[block * division->most + place - division->first[block]];
            farthest = fmax(farthest, fabs(found - alone[i]));
            most = fmax(most, fabs(alone[i]));
        }
        /* Each iteration halves the rounding errors of those before it. */
        right = farthest <= 1e-14 * most;
        printf("%" PRIu64 " iterations: x %s what one node finds\n", times,
               right ? "is" : "is NOT");
        free(alone);
        free(b);
    }
    must(cube_bcast(&right, 1, &cube_uint64, 0), "telling the verdict");
    free(whole);
    return right != 0;
}

/* Returns this node's part of b, which the caller frees. */
static double *right_part(const struct sparse_map *map) {
    size_t first = division_first(map->division), count = division_count(map->division);
    double *right = allocate(count, sizeof *right);
    for (size_t i = 0; i < size; i++) {
        size_t place = sparse_map_place(map, i);
        if (place >= first && place - first < count)
            right[place - first] = right_side(i);
    }
    return right;
}

static bool run(const struct sparse_structure *structure, enum sparse_method chosen) {
    struct sparse_map map;
    struct account account;
    double *x;
    sparse_map_make(&map, structure, chosen);
    double *right = right_part(&map);
    /* The first iteration makes the plans of its calls. The other iterations find these plans. */
    iterate(&map, right, &x, 1, NULL);
    free(x);
    account_open(&account);
    uint64_t done = iterate(&map, right, &x, iterations, &account);
    struct account_totals totals = account_close(&account);
    uint64_t alone = 0;
    bool good = verify(&map, x, done, &alone);
    struct prediction prediction = report_prediction(
        cost_times(cost_sum(structure->cost[chosen], inner_terminates_cost()), done),
        sizeof(double));
    prediction.share = (double)map.division->most / (double)size;
    good &= report_print(&totals, &prediction, alone);
    sparse_map_free(&map);
    free(right);
    free(x);
    return good;
}

int main(int count, char *words[]) {
    struct sparse_entries entries = {0};
    struct sparse_structure structure;
    OPTIONS_READ(count, words, "sparse: a fixed point x = A x + b with a sparse matrix A", options);
    (matrix ? read_file : make_diagonals)(&entries);
    size = entries.rows;
    scale(&entries);
    sparse_structure_find(&structure, &entries);
    enum sparse_method chosen = choose(&structure);
    print_structure(&structure);
    print_costs(&structure, chosen);
    bool good = run(&structure, chosen);
    sparse_structure_free(&structure);
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
