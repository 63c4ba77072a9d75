#include "programs/parts/table.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "cube.h"

enum { TABLE_LINES = 16 }; /* the most lines of a table of steps */

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

void print_steps(const struct cube_algorithm *algorithm, const struct step_sum *sums,
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

void print_comparison(const struct result results[], size_t count) {
    printf("\n%-22s %5s %7s %5s %8s %11s %6s %9s\n", "algorithm", "steps", "formula", "bound",
           "packets", "bytes", "links", "cycles");
    for (size_t k = 0; k < count; k++) {
        const struct result *result = &results[k];
        const struct cube_algorithm *algorithm = &result->algorithm;
        printf("%-22s %5" PRIu32 " %7" PRIu32 " %5" PRIu32 "%c%8" PRIu64 " %11" PRIu64
               " %4.0f %% %9" PRIu64 "\n",
               algorithm->name, result->steps, algorithm->steps, algorithm->bound,
               algorithm->open && algorithm->steps > algorithm->bound ? '?' : ' ', result->packets,
               result->bytes, percent(result->packets, algorithm->steps * links()), result->cycles);
    }
    printf("steps, packets, bytes: as the receivers counted them; bound: least steps of any\n"
           "algorithm of the port model with packets of this size (?: none here reaches it);\n"
           "links: used, of all in all steps; cycles: nanoseconds of the virtual clock, under\n"
           "--exact instructions of all nodes; of a step over the nodes, of a call the slowest\n"
           "node's; each node's fastest run\n");
}
