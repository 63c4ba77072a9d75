#include "programs/parts/measure.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cube.h"
#include "programs/computations/must.h"
#include "programs/parts/gather.h"
#include "programs/parts/options.h"
#include "programs/parts/row.h"

enum {
    MOST_ALGORITHMS = 16, /* of one operation */
    TABLE_LINES = 16,     /* the most lines of a table of steps */
};

/* An algorithm, and its figures for all nodes together, at node 0. */
struct result {
    struct cube_algorithm algorithm;
    struct figures figures;
};

/* The figures of a step, for all nodes together. */
struct step_sum {
    uint64_t links; /* directed links on which a packet arrived */
    uint64_t bytes;
};

static int compare(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a;
    uint64_t y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static double percent(uint64_t part, uint64_t whole) {
    return whole == 0 ? 0 : 100.0 * (double)part / (double)whole;
}

/* Returns the number of directed links of the cube. */
static uint64_t links(void) {
    return (uint64_t)cube_dim() * (uint64_t)cube_nodes();
}

/* ---- The table of steps ---- */

/* Prints the left half of a line: links and bytes of the steps first + 1 to last. */
static void print_sum(const char *name, uint32_t first, uint32_t last,
                      const struct step_sum *sums) {
    struct step_sum sum = {0, 0};
    for (uint32_t s = first; s < last; s++) {
        sum.links += sums[s].links;
        sum.bytes += sums[s].bytes;
    }
    uint64_t all = (last - first) * links();
    printf("%8s %8" PRIu64 " of %-8" PRIu64 "%3.0f %% %12" PRIu64, name, sum.links, all,
           percent(sum.links, all), sum.bytes);
}

/* Prints one line for the steps first + 1 to last. */
static void print_line(uint32_t first, uint32_t last, const struct step_sum *sums,
                       uint64_t *cycles) {
    size_t nodes = (size_t)cube_nodes();
    size_t count = (last - first) * nodes;
    uint64_t *times = cycles + first * nodes;
    qsort(times, count, sizeof *times, compare);

    char steps[24];
    if (last - first == 1)
        snprintf(steps, sizeof steps, "%" PRIu32, last);
    else
        snprintf(steps, sizeof steps, "%" PRIu32 "-%" PRIu32, first + 1, last);
    print_sum(steps, first, last, sums);
    printf(" %10" PRIu64 " %10" PRIu64 " %10" PRIu64 "\n", times[0], times[count / 2],
           times[count - 1]);
}

/* Prints a line for each step, or one for several steps if there are many. `cycles` has an element
 * for each step and node, at index step * nodes + node, and is sorted here. */
static void print_steps(const struct cube_algorithm *algorithm, const struct step_sum *sums,
                        uint64_t *cycles) {
    uint32_t group = (algorithm->steps + TABLE_LINES - 1) / TABLE_LINES;
    printf("\n%s (%s; %s)\n", algorithm->name, algorithm->ports, algorithm->source);
    printf("%8s %14s %22s %10s %10s %10s\n", "step", "links used", "bytes", "cycles min", "median",
           "max");
    for (uint32_t first = 0; first < algorithm->steps; first += group) {
        uint32_t left = algorithm->steps - first;
        print_line(first, first + (group < left ? group : left), sums, cycles);
    }
    print_sum("total", 0, algorithm->steps, sums);
    printf("\n");
}

/* Prints the table of the steps from the records of all nodes, node after node. */
static void show_steps(const struct cube_algorithm *algorithm,
                       const struct cube_step_record *records) {
    size_t nodes = (size_t)cube_nodes();
    uint32_t steps = algorithm->steps;
    struct step_sum *sums = allocate(steps, sizeof *sums);
    uint64_t *cycles = allocate(nodes * steps, sizeof *cycles);
    for (size_t v = 0; v < nodes; v++)
        for (uint32_t s = 0; s < steps; s++) {
            const struct cube_step_record *record = &records[v * steps + s];
            sums[s].links += (uint64_t)__builtin_popcount(record->links);
            sums[s].bytes += record->bytes;
            cycles[s * nodes + v] = record->cycles;
        }
    print_steps(algorithm, sums, cycles);
    free(cycles);
    free(sums);
}

/* ---- The comparison ---- */

static void print_comparison(const struct result results[], size_t count) {
    printf("\n%-22s %5s %7s %5s %8s %11s %6s %9s\n", "algorithm", "steps", "formula", "bound",
           "packets", "bytes", "links", "cycles");
    for (size_t k = 0; k < count; k++) {
        const struct cube_algorithm *algorithm = &results[k].algorithm;
        const struct figures *figures = &results[k].figures;
        printf("%-22s %5" PRIu32 " %7" PRIu32 " %5" PRIu32 "%c%8" PRIu64 " %11" PRIu64
               " %4.0f %% %9" PRIu64 "\n",
               algorithm->name, figures->steps, algorithm->steps, algorithm->bound,
               algorithm->open && algorithm->steps > algorithm->bound ? '?' : ' ', figures->packets,
               figures->bytes, percent(figures->packets, algorithm->steps * links()),
               figures->cycles);
    }
    printf("steps, packets, bytes: as the receivers counted them; bound: least steps of any\n"
           "algorithm of the port model with packets of this size (?: none here reaches it);\n"
           "links: used, of all in all steps; cycles: nanoseconds of the virtual clock, under\n"
           "--exact instructions of all nodes; of a step over the nodes, of a call the slowest\n"
           "node's; each node's fastest run\n");
}

int measure(const struct measured *measured, int count, char *words[]) {
    uint64_t bytes = 64, repetitions = 3;
    const struct program_option options[] = {
        OPTION_NUMBER("m", "bytes of a block", bytes, 0, ROW_MOST_BYTES),
        OPTION_NUMBER("r", "number of runs", repetitions, 1, ROW_MOST_REPETITIONS),
    };
    OPTIONS_READ(count, words, measured->purpose, options);
    if (cube_node() == 0)
        measured->print_head(bytes);
    struct result results[MOST_ALGORITHMS];
    struct cube_algorithm algorithm;
    const struct cube_case usual = {0};
    size_t found = 0;
    bool right = true;
    for (size_t k = 0; cube_catalogue(k, &algorithm) == 0 && found < MOST_ALGORITHMS; k++) {
        if (strcmp(algorithm.operation, measured->operation) != 0 ||
            cube_catalogue_find(algorithm.name, &usual, &algorithm) != 0)
            continue; /* another operation, or not for N nodes */
        size_t room = algorithm.steps * sizeof(struct cube_step_record);
        struct cube_step_record *records = allocate(1, room);
        struct figures figures = row_run(&algorithm, &usual, bytes, (unsigned)repetitions, records);
        struct cube_step_record *all = gather(records, room);
        if (all)
            show_steps(&algorithm, all);
        right = row_is_right(&figures, &algorithm, bytes, 1) && right;
        results[found++] = (struct result){algorithm, figures};
        free(records);
        free(all);
    }
    if (cube_node() == 0)
        print_comparison(results, found);
    return right && found > 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
