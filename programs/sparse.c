/* A fixed point x = A x + b with a sparse A (Ozveren, section 3.3): the structure of A is looked
 * for, and used. The matrix has the extended diagonals that are asked for, or comes from a file in
 * the Matrix Market format; it is scaled so that the iteration converges. Node 0 iterates alone,
 * too, and compares. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "computations/moment.h"
#include "computations/must.h"
#include "computations/sparse/diagonals.h"
#include "computations/sparse/matrix_market.h"
#include "computations/sparse/product.h"
#include "computations/sparse/shifts.h"
#include "computations/vector/inner.h"
#include "cube.h"
#include "entries.h"
#include "options.h"
#include "report.h"

enum {
    MOST_SIZE = 1 << 20,
    MOST_ITERATIONS = 1000000,
    MOST_DIGITS = 15,
    SHOWN = 8, /* diagonals that are printed */
};

static uint64_t size = 960, iterations = 1000, digits = 10, seed = 1;
static const char *offsets = "24,60", *matrix, *method = "best";

static const struct program_option options[] = {
    {"size", "rows of the matrix", &size, 1, MOST_SIZE, NULL, NULL},
    {"diagonals", "P,Q,...: extended diagonals, and their counterparts", NULL, 0, 0, &offsets,
     NULL},
    {"matrix", "a file (Matrix Market) in their place", NULL, 0, 0, &matrix, NULL},
    {"method", "planned, shifts, problems or best", NULL, 0, 0, &method, NULL},
    {"iterations", "the most iterations", &iterations, 1, MOST_ITERATIONS, NULL, NULL},
    {"digits", "ends when x changes in length by 10^-digits or less", &digits, 1, MOST_DIGITS, NULL,
     NULL},
    {"seed", "of the values", &seed, 0, UINT64_MAX, NULL, NULL},
};

/* How the elements of x come to where they are needed. */
enum method { GATHER, PLANNED, SHIFTS, PROBLEMS, METHODS };

static const char *const method_names[METHODS] = {"gather", "planned", "shifts", "problems"};
static const char *const method_meanings[METHODS] = {
    "all elements to all nodes, by an all-gather",
    "each element to those that need it",
    "blocks along the ring, both ways",
    "each element to those that need it, problem by problem",
};

/* The matrix, its structure, and what each method costs. */
struct structure {
    struct sparse_entries entries;    /* as it is numbered */
    struct sparse_entries renumbered; /* by places */
    struct sparse_rows whole;         /* as it is numbered */
    struct diagonals diagonals;
    size_t unit, narrow;     /* by which the problems are renumbered, and the width of their band */
    size_t *place;           /* of each unknown */
    size_t groups;           /* of nodes, among which the problems are divided */
    size_t reach;            /* of the shifts */
    struct division plain;   /* of the rows as they are numbered */
    struct division grouped; /* of the places */
    struct cost cost[METHODS];
};

static bool refuse(const char *what, const char *why) {
    if (cube_node() == 0)
        fprintf(stderr, "%s: %s\n", what, why);
    return false;
}

/* ---- The matrix */

static bool read_file(struct sparse_entries *entries) {
    struct matrix_market read;
    FILE *file = fopen(matrix, "r");
    if (file == NULL)
        return refuse(matrix, "there is no such file: cuberun --file gives one");
    bool good = matrix_market_read(file, &read);
    fclose(file);
    *entries = read.entries;
    if (!good)
        return refuse(matrix, read.wrong);
    if (entries->count == 0)
        return refuse(matrix, "a matrix without elements leaves nothing to iterate");
    return true;
}

static void add_diagonal(struct sparse_entries *entries, size_t offset) {
    for (size_t i = 0; i < entries->rows; i++) {
        size_t j = (i + offset) % entries->rows;
        must(sparse_entries_add(entries, i, j, entry_fraction(seed, i, j)), "adding elements");
    }
}

static bool make_diagonals(struct sparse_entries *entries) {
    bool *has = allocate(size, sizeof *has);
    bool good = true;
    *entries = (struct sparse_entries){.rows = size, .columns = size};
    for (const char *at = offsets; good; at++) {
        char *end;
        unsigned long offset = strtoul(at, &end, 10);
        good = *at >= '0' && *at <= '9' && offset < size && (*end == ',' || *end == '\0');
        if (good)
            has[offset] = has[(size - offset) % size] = true;
        at = end;
        if (*at == '\0')
            break;
    }
    for (size_t p = 0; good && p < size; p++)
        if (has[p])
            add_diagonal(entries, p);
    free(has);
    return good || refuse("--diagonals", "numbers below the size, with commas between them");
}

/* Divides all elements by twice the largest sum of a row, so that x changes by half as much in each
 * iteration, or less. */
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

/* ---- Its structure */

static struct cost cost_of_grouped(const struct structure *structure) {
    struct sparse_rows whole;
    struct cost cost;
    must(sparse_rows_make(&whole, &structure->renumbered, 0, size), "sorting rows");
    must(sparse_product_cost(&whole, &structure->grouped, &cost), "counting paths");
    sparse_rows_free(&whole);
    return cost;
}

static void find_structure(struct structure *structure) {
    struct sparse_entries *renumbered = &structure->renumbered;
    must(sparse_rows_make(&structure->whole, &structure->entries, 0, size), "sorting rows");
    must(diagonals_find(&structure->diagonals, &structure->whole), "finding diagonals");
    structure->unit = diagonals_narrow(&structure->diagonals, &structure->narrow);
    structure->place = allocate(size, sizeof *structure->place);
    diagonals_order(&structure->diagonals, structure->unit, structure->place);
    *renumbered = structure->entries;
    renumbered->list = allocate(renumbered->count, sizeof *renumbered->list);
    memcpy(renumbered->list, structure->entries.list, renumbered->count * sizeof *renumbered->list);
    sparse_entries_renumber(renumbered, structure->place);
    must(division_make(&structure->plain, size), "dividing rows");
    must(diagonals_divide(&structure->diagonals, &structure->grouped, &structure->groups),
         "dividing problems");
    structure->reach = sparse_shifts_reach(&structure->whole, &structure->plain);
    structure->cost[GATHER] =
        cost_of_call("allgather-exchange", NULL, structure->plain.most, sizeof(double));
    must(sparse_product_cost(&structure->whole, &structure->plain, &structure->cost[PLANNED]),
         "counting paths");
    structure->cost[SHIFTS] = sparse_shifts_cost(&structure->plain, structure->reach);
    structure->cost[PROBLEMS] = cost_of_grouped(structure);
}

static void free_structure(struct structure *structure) {
    sparse_entries_free(&structure->entries);
    sparse_entries_free(&structure->renumbered);
    sparse_rows_free(&structure->whole);
    diagonals_free(&structure->diagonals);
    division_free(&structure->plain);
    division_free(&structure->grouped);
    free(structure->place);
}

/* The method that is asked for, or the one that takes least time by the cost model. The all-gather
 * is there to compare with. */
static bool choose(const struct structure *structure, enum method *chosen) {
    *chosen = PLANNED;
    for (enum method other = SHIFTS; other < METHODS; other++)
        if (structure->cost[other].time < structure->cost[*chosen].time)
            *chosen = other;
    if (strcmp(method, "best") == 0)
        return true;
    for (*chosen = PLANNED; *chosen < METHODS; (*chosen)++)
        if (strcmp(method, method_names[*chosen]) == 0)
            return true;
    return refuse("--method", "planned, shifts, problems or best");
}

static void print_diagonals(const struct diagonals *diagonals, size_t divisor, size_t unit) {
    size_t members = size / divisor;
    for (size_t k = 0; k < diagonals->count && k < SHOWN; k++)
        printf("%s %zu", k > 0 ? "," : "", diagonals->offset[k] / divisor * unit % members);
    printf("%s\n", diagonals->count > SHOWN ? ", ..." : "");
}

static void print_structure(const struct structure *structure, enum method chosen) {
    const struct diagonals *diagonals = &structure->diagonals;
    size_t problems = diagonals->problems, members = size / problems;
    size_t nodes = (size_t)cube_nodes();
    if (cube_node() != 0)
        return;
    printf("%s%" PRIu64 " x %" PRIu64 ", %zu elements on %zu extended diagonals:",
           matrix != NULL ? matrix : "", size, size, structure->whole.begin[size],
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
               structure->groups, nodes / structure->groups,
               nodes == structure->groups ? "" : "s");
    printf("\n");
    printf("%-10s %8s %10s  on %zu node%s\n", "a product", "steps", "words", nodes,
           nodes == 1 ? "" : "s");
    for (enum method k = 0; k < METHODS; k++)
        printf("%-10s %8" PRIu64 " %10" PRIu64 "  %s%s\n", method_names[k],
               structure->cost[k].steps, structure->cost[k].words, method_meanings[k],
               k == chosen ? " <-" : "");
    printf("\n");
}

/* ---- The iteration */

static double right_side(size_t unknown) {
    return entry_fraction(seed, size, unknown);
}

/* The map of this node's part, by the chosen method. */
struct map {
    const struct division *division;
    struct sparse_product product;
    struct sparse_shifts shifts;
    bool shifted;
};

static void make_map(struct map *map, const struct structure *structure, enum method chosen) {
    const struct sparse_entries *entries =
        chosen == PROBLEMS ? &structure->renumbered : &structure->entries;
    struct sparse_rows rows;
    *map = (struct map){.shifted = chosen == SHIFTS};
    map->division = chosen == PROBLEMS ? &structure->grouped : &structure->plain;
    must(sparse_rows_make(&rows, entries, division_first(map->division),
                          division_count(map->division)),
         "sorting rows");
    must(map->shifted ? sparse_shifts_make(&map->shifts, map->division, structure->reach, &rows)
                      : sparse_product_make(&map->product, map->division, &rows),
         "preparing the product");
}

static void apply(struct map *map, const double *from, double *to, struct account *account) {
    must(map->shifted ? sparse_shifts_apply(&map->shifts, from, to, account)
                      : sparse_product_apply(&map->product, from, to, account),
         "the product");
}

static void swap(double **one, double **other) {
    double *first = *one;
    *one = *other;
    *other = first;
}

/* Adds b, and sets `change` to how much x changes. */
static void finish(size_t count, double *next, const double *now, const double *right,
                   double *change) {
    for (size_t i = 0; i < count; i++) {
        next[i] += right[i];
        change[i] = next[i] - now[i];
    }
}

/* Iterates on all nodes. *x becomes this node's part of the fixed point, the caller's to free.
 * Returns the number of iterations. */
static uint64_t iterate(struct map *map, const double *right, double **x, uint64_t most,
                        struct account *account) {
    size_t count = division_count(map->division);
    double *next = allocate(count, sizeof *next), *change = allocate(count, sizeof *change);
    double bound = pow(10, -(double)digits);
    uint64_t done = 0;
    *x = allocate(count, sizeof **x);
    for (bool small = false; done < most && !small; done++) {
        apply(map, *x, next, account);
        finish(count, next, *x, right, change);
        must(inner_terminates(account, change, count, bound, &small), "the termination test");
        swap(x, &next);
    }
    free(next);
    free(change);
    return done;
}

/* As many iterations at this node alone. Returns the time that they take; `x` has room for all. */
static uint64_t iterate_alone(const struct sparse_rows *whole, const double *right, uint64_t times,
                              double *x) {
    double *next = allocate(size, sizeof *next), *change = allocate(size, sizeof *change);
    double *now = allocate(size, sizeof *now);
    volatile double length = 0; /* the test that the paper has: its outcome is known here */
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
 * they are as close as roundings let them be. */
static bool verify(const struct structure *structure, const struct map *map, const double *x,
                   bool renumbered, uint64_t times, uint64_t *time) {
    const struct division *division = map->division;
    size_t bytes = division->most * sizeof *x;
    double *part = allocate(division->most, sizeof *part), *whole = NULL, farthest = 0, most = 0;
    uint64_t right = 0;
    memcpy(part, x, division_count(division) * sizeof *x);
    if (cube_node() == 0)
        whole = allocate(division->blocks * division->most, sizeof *whole);
    must(cube_gather(part, whole, bytes, 0), "gathering x");
    if (cube_node() == 0) {
        double *alone = allocate(size, sizeof *alone), *b = allocate(size, sizeof *b);
        for (size_t i = 0; i < size; i++)
            b[i] = right_side(i);
        *time = iterate_alone(&structure->whole, b, times, alone);
        for (size_t i = 0; i < size; i++) {
            size_t place = renumbered ? structure->place[i] : i;
            size_t block = division_block_of(division, place);
            size_t at = (size_t)cube_gray((int)block) * division->most;
            double found = whole[at + place - division->first[block]];
            farthest = fmax(farthest, fabs(found - alone[i]));
            most = fmax(most, fabs(alone[i]));
        }
        /* Each iteration halves the roundings of those before. */
        right = farthest <= 1e-14 * most;
        printf("%" PRIu64 " iterations: x %s what one node finds\n", times,
               right ? "is" : "is NOT");
        free(alone);
        free(b);
    }
    must(cube_bcast(&right, 1, &cube_uint64, 0), "telling the verdict");
    free(part);
    free(whole);
    return right != 0;
}

/* This node's part of b. */
static double *right_part(const struct structure *structure, const struct division *division,
                          bool renumbered) {
    size_t first = division_first(division), count = division_count(division);
    double *right = allocate(count, sizeof *right);
    for (size_t i = 0; i < size; i++) {
        size_t place = renumbered ? structure->place[i] : i;
        if (place >= first && place - first < count)
            right[place - first] = right_side(i);
    }
    return right;
}

static bool run(const struct structure *structure, enum method chosen) {
    struct map map;
    struct account account;
    int error;
    double *x;
    make_map(&map, structure, chosen);
    double *right = right_part(structure, map.division, chosen == PROBLEMS);
    /* The first iteration makes the plans of its calls, which the others find. */
    iterate(&map, right, &x, 1, NULL);
    free(x);
    account_open(&account);
    uint64_t done = iterate(&map, right, &x, iterations, &account);
    struct account_totals totals = account_close(&account, &error);
    must(error, "counting rounds");
    uint64_t alone = 0;
    bool good = verify(structure, &map, x, chosen == PROBLEMS, done, &alone);
    struct prediction prediction = report_prediction(
        cost_times(cost_sum(structure->cost[chosen], inner_terminates_cost()), done),
        sizeof(double));
    prediction.share = (double)map.division->most / (double)size;
    good &= report_print(&totals, &prediction, alone);
    sparse_product_free(&map.product);
    sparse_shifts_free(&map.shifts);
    free(right);
    free(x);
    return good;
}

int main(int count, char *words[]) {
    struct structure structure = {0};
    enum method chosen;
    int status;
    if (!options_read(count, words, "sparse: a fixed point x = A x + b with a sparse matrix A",
                      options, sizeof options / sizeof options[0], &status))
        return status;
    if (!(matrix != NULL ? read_file : make_diagonals)(&structure.entries))
        return STATUS_USAGE;
    size = structure.entries.rows;
    scale(&structure.entries);
    find_structure(&structure);
    if (!choose(&structure, &chosen))
        return STATUS_USAGE;
    print_structure(&structure, chosen);
    bool good = run(&structure, chosen);
    free_structure(&structure);
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
