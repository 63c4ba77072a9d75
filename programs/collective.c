/* Runs one operation of the catalogue, in the case that the arguments describe, by one algorithm or
 * by each that the operation has: `collective alltoall --algorithm alltoall-ecube --bytes 1K
 * --subcube 0,2`. Every byte of the results is checked against the meaning of the operation
 * (meaning.h), and the counts are compared with the formulas of the catalogue. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "cube.h"
#include "programs/parts/options.h"
#include "programs/parts/row.h"
#include "programs/parts/sweep.h"
#include "programs/parts/wanted.h"

/* Returns how many of the catalogue's algorithms are applicable in this case. */
static unsigned count_applicable(const struct wanted *wanted) {
    struct cube_algorithm found;
    unsigned count = 0;
    for (size_t k = 0; k < wanted->count; k++)
        count += wanted_find(wanted, k, &wanted->given, &found);
    return count;
}

static void print_head(const struct wanted *wanted, const struct cube_algorithm *algorithm) {
    printf("%s on %d node%s, blocks of %zu bytes", wanted->operation, cube_nodes(),
           cube_nodes() == 1 ? "" : "s", wanted->bytes);
    if (wanted->given.dimensions != 0)
        printf(", in %" PRIu64 " subcube%s at once", wanted_cubes(wanted),
               wanted_cubes(wanted) == 1 ? "" : "s");
    if (wanted->given.root != 0)
        printf(", root %d", wanted->given.root);
    if (algorithm->varies & CUBE_VARIES_SHIFT)
        printf(", shift %d", wanted->given.shift);
    for (unsigned axis = 0; axis < wanted->given.axes; axis++)
        printf("%s%u",
               axis > 0                  ? " x "
               : wanted->given.axes == 1 ? ", ring of "
                                         : ", mesh ",
               wanted->given.side[axis]);
    printf("\n\n%-30s %-8s %6s %8s %6s %10s %10s %14s %14s %11s %11s %11s\n", "algorithm", "ports",
           "steps", "formula", "bound", "packets", "formula", "bytes", "formula", "cycles", "clock",
           "predicted");
}

/* Runs the algorithm and prints its line. Returns whether the results and, at node 0, the counts
 * are right. */
static bool show(const struct wanted *wanted, const struct cube_algorithm *algorithm) {
    struct figures figures =
        row_run(algorithm, &wanted->given, wanted->bytes, wanted->repetitions, NULL);
    uint64_t cubes = wanted_cubes(wanted);
    char bound[ROW_TEXT], predicted[ROW_TEXT];
    if (cube_node() == 0)
        printf("%-30s %-8s %6" PRIu32 " %8" PRIu32 " %6s %10" PRIu64 " %10" PRIu64 " %14" PRIu64
               " %14" PRIu64 " %11" PRIu64 " %11" PRIu64 " %11s\n",
               algorithm->name, algorithm->ports, figures.steps, algorithm->steps,
               row_bound(algorithm, bound), figures.packets, algorithm->packets * cubes,
               figures.bytes, algorithm->link_words * cubes * wanted->bytes, figures.cycles,
               figures.clock, row_prediction(algorithm, &wanted->given, wanted->bytes, predicted));
    return row_is_right(&figures, algorithm, wanted->bytes, cubes);
}

/* Runs all that is wanted. Returns whether everything was right, as far as this node can tell. */
static bool show_all(const struct wanted *wanted) {
    struct cube_algorithm algorithm;
    bool right = true, first = true;
    for (size_t k = 0; k < wanted->count; k++) {
        if (!wanted_find(wanted, k, &wanted->given, &algorithm))
            continue;
        if (first && cube_node() == 0)
            print_head(wanted, &algorithm);
        right = show(wanted, &algorithm) && right;
        first = false;
    }
    return right;
}

int main(int argc, char *argv[]) {
    struct wanted wanted;
    wanted_read(argc, argv, &wanted);
    if (count_applicable(&wanted) == 0)
        options_refuse(
            "collective: %s is not possible on %d nodes with these options (expected: even "
            "sides of a mesh, or 1; root, target and shift less than the nodes)",
            wanted.algorithm ? wanted.algorithm : wanted.operation, cube_nodes());
    bool right = wanted.sizes.least > 0 ? sweep(&wanted) : show_all(&wanted);
    if (cube_node() == 0 && wanted.sizes.least == 0)
        printf("\nsteps, packets, bytes: as the receivers counted them on all links, and by the\n"
               "formulas of the catalogue; bound: least steps of any algorithm of the port\n"
               "model with packets of this size (?: none here reaches it); cycles: of the slowest\n"
               "node; clock: the largest; predicted: the clock by the cost model, with free\n"
               "instructions (<=: it may be less; -: requires all ports)\n");
    return right ? EXIT_SUCCESS : EXIT_FAILURE;
}
