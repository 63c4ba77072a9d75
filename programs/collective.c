/* Runs one operation of the catalogue, in the case that the arguments describe, by one algorithm or
 * by each that the operation has: `collective alltoall --algorithm alltoall-ecube --bytes 1K
 * --subcube 0,2`. Every byte of the results is checked against the meaning of the operation
 * (meaning.h), and the counts are compared with the formulas of the catalogue. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "cube.h"
#include "programs/computations/must.h"
#include "programs/parts/gather.h"
#include "programs/parts/options.h"
#include "programs/parts/row.h"
#include "programs/parts/wanted.h"

/* ---- With messages of one size ---- */

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

/* ---- With messages of several sizes ---- */

/* Returns the number of blocks of the input at the node that has the most of them; at least 1. */
static uint64_t parts_of(const char *name, const struct cube_case *given) {
    uint64_t parts = (uint64_t)greatest_of_all(cube_catalogue_blocks(name, given, 0));
    return parts > 0 ? parts : 1;
}

/* Returns the least result of parts_of over all algorithms that are wanted, with messages of one
 * packet. */
static uint64_t least_parts(const struct wanted *wanted) {
    struct cube_algorithm found;
    struct cube_case given = wanted->given;
    uint64_t least = UINT64_MAX;
    given.packets = 0;
    for (size_t k = 0; k < wanted->count; k++)
        if (wanted_find(wanted, k, &given, &found)) {
            uint64_t parts = parts_of(found.name, &given);
            least = parts < least ? parts : least;
        }
    return least;
}

/* Returns the bytes of a block, rounded up, if a message has `units` units of `bytes` bytes. */
static size_t block_bytes(const char *name, const struct cube_case *given, uint64_t units,
                          size_t bytes) {
    uint64_t parts = parts_of(name, given);
    return (size_t)((bytes * units + parts - 1) / parts);
}

/* Returns the power of two that is the best number of packets for a message of a pipelined
 * algorithm. */
static unsigned best_packets(const char *name, const struct cube_case *given, uint64_t units,
                             size_t bytes) {
    struct cube_case tried = *given;
    unsigned best = 1;
    double least = -1;
    for (tried.packets = 1; tried.packets <= CUBE_PACKETS && tried.packets <= bytes;
         tried.packets *= 2) {
        double time =
            cube_catalogue_estimate(name, &tried, block_bytes(name, &tried, units, bytes));
        if (time < 0 || (least >= 0 && time >= least))
            break;
        least = time;
        best = tried.packets;
    }
    return best;
}

/* Runs one algorithm with messages of one size, and prints its line. Returns whether everything was
 * right, as far as this node can tell. */
static bool show_size(const struct wanted *wanted, const char *name, uint64_t units, size_t bytes) {
    struct cube_algorithm algorithm;
    struct cube_case given = wanted->given;
    must(cube_catalogue_find(name, &given, &algorithm), name);
    if ((algorithm.varies & CUBE_VARIES_PACKETS) != 0 && given.packets == 0)
        given.packets = best_packets(name, &given, units, bytes);
    must(cube_catalogue_find(name, &given, &algorithm), name);
    size_t block = block_bytes(name, &given, units, bytes);
    struct figures figures = row_run(&algorithm, &given, block, wanted->repetitions, NULL);
    if (cube_node() == 0)
        printf("%9zu %-30s %7u %6" PRIu32 " %11" PRIu64 " %11.0f\n", bytes, name,
               given.packets == 0 ? 1 : given.packets, figures.steps,
               cube_timed() ? figures.clock : figures.cycles,
               cube_catalogue_estimate(name, &given, block));
    return figures.wrong == 0;
}

/* Runs the requested algorithms with messages of wanted->sizes.least bytes, and of each double of
 * that up to wanted->sizes.most. A message is a block of the algorithm that divides it into the
 * fewest blocks. So algorithms that divide it into more blocks have smaller ones. A pipelined
 * algorithm divides it into as many packets as wanted->given says, or otherwise into the number
 * that is best by cube_catalogue_estimate. Node 0 prints a line for each size and algorithm.
 * Returns whether everything was right, as far as this node can tell. */
static bool sweep(const struct wanted *wanted) {
    struct cube_algorithm found;
    uint64_t units = least_parts(wanted);
    bool right = true;
    if (cube_node() == 0)
        printf("%s on %d node%s, messages of %zu to %zu bytes\n\n%9s %-30s %7s %6s %11s %11s\n",
               wanted->operation, cube_nodes(), cube_nodes() == 1 ? "" : "s", wanted->sizes.least,
               wanted->sizes.most, "bytes", "algorithm", "packets", "steps", "time", "predicted");
    for (size_t bytes = wanted->sizes.least; bytes <= wanted->sizes.most; bytes *= 2)
        for (size_t k = 0; k < wanted->count; k++)
            if (wanted_find(wanted, k, &wanted->given, &found))
                right = show_size(wanted, found.name, units, bytes) && right;
    if (cube_node() == 0)
        printf(
            "\nbytes: of a message, a block of the algorithm with the fewest; packets: of a\n"
            "pipelined algorithm; time: the slowest node's, by its clock or in cycles;\n"
            "predicted: as by --explain, with the library's own work where instructions count\n");
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
