/* Runs one operation of the catalogue, in the case that the arguments describe, by one algorithm or
 * by each that the operation has: `collective alltoall --algorithm alltoall-ecube --bytes 1K
 * --subcube 0,2`. Every byte of the results is checked against the meaning of the operation
 * (meaning.h), and the counts are compared with the formulas of the catalogue. */
#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cube.h"
#include "cube_catalogue.h"
#include "programs/computations/must.h"
#include "programs/parts/gather.h"
#include "programs/parts/options.h"
#include "programs/parts/row.h"

/* ---- What the user asks for ---- */

/* Sizes of messages, in bytes: the first one, and each double of it up to the last one. */
struct wanted_sizes {
    size_t least, most;
};

enum { WANTED_MOST = 256 }; /* algorithms: more than the catalogue and a program's own together */

struct wanted {
    const char *operation;
    const char *algorithm; /* its name; null for every algorithm of the operation */
    const char *ports;     /* "all", "one" or "simd": only algorithms of this port model; null: of
                            * any port model */
    struct cube_case given;
    size_t bytes;              /* of a block */
    struct wanted_sizes sizes; /* 0 if one size is wanted, in blocks of `bytes` bytes */
    unsigned repetitions;
    size_t count;                /* of the requested algorithms, in any case */
    size_t numbers[WANTED_MOST]; /* of theirs in the catalogue, ascending: on the largest cubes it
                                  * takes seconds to look at all that there are */
};

enum { LINE = 100 /* columns of a list of names */ };

/* ---- Lists of numbers ---- */

static void read_sides(const char *text, struct cube_case *given) {
    given->axes = options_list(text, 'x', given->side);
    if (given->axes == 0)
        options_refuse("collective: --mesh: invalid sides \"%s\" (expected: 8x4, or 8 for a ring)",
                       text);
}

static void read_dimensions(const char *text, struct cube_case *given) {
    unsigned numbers[CUBE_DIMENSIONS];
    unsigned count = options_list(text, ',', numbers);
    if (count == 0)
        options_refuse(
            "collective: --subcube: invalid dimensions \"%s\" (expected: for example 0,2,3)", text);
    for (unsigned k = 0; k < count; k++) {
        if (numbers[k] >= (unsigned)cube_dim() || (given->dimensions >> numbers[k] & 1) != 0)
            options_refuse("collective: --subcube: dimension %u is given twice or out of range "
                           "(%d nodes)",
                           numbers[k], cube_nodes());
        given->dimensions |= 1u << numbers[k];
    }
}

/* Reads a range like "8..64K", or one size. */
static struct wanted_sizes read_sizes(const char *text) {
    char first[16] = "";
    uint64_t least = 0, most = 0;
    const char *dots = strstr(text, "..");
    size_t length = dots ? (size_t)(dots - text) : strlen(text);
    memcpy(first, text, length < sizeof first ? length : 0);
    if (!options_number(first, 1, ROW_MOST_BYTES, &least) ||
        !options_number(dots ? dots + 2 : first, least, ROW_MOST_BYTES, &most))
        options_refuse("collective: --sizes: invalid range \"%s\" (expected: for example 8..64K, "
                       "at least 1)",
                       text);
    return (struct wanted_sizes){least, most};
}

/* ---- Names ---- */

/* Returns each name once, in lines: the names of the algorithms of one operation, or of the
 * operations if that is null. The algorithms of one operation need not follow each other in the
 * catalogue. */
static const char *names_of(const char *operation) {
    static char text[1 << 14];
    struct cube_algorithm algorithm, before;
    size_t used = 0, column = 0;
    for (size_t k = 0; cube_catalogue(k, &algorithm) == 0; k++) {
        size_t first = 0;
        while (cube_catalogue(first, &before) == 0 &&
               strcmp(before.operation, algorithm.operation) != 0)
            first++;
        if (operation ? strcmp(operation, algorithm.operation) != 0 : first < k)
            continue;
        const char *name = operation ? algorithm.name : algorithm.operation;
        bool new_line = column == 0 || column + 2 + strlen(name) > LINE;
        size_t length = (size_t)snprintf(text + used, sizeof text - used, "%s%s",
                                         !new_line  ? ", "
                                         : used > 0 ? "\n    "
                                                    : "    ",
                                         name);
        must(length < sizeof text - used ? 0 : -ENOSPC, "the list of names");
        column = new_line ? length : column + length;
        used += length;
    }
    return text;
}

static bool is_port_model(const char *ports, const char *model) {
    return strcmp(ports, "simd") == 0 ? strcmp(model, "SIMD") == 0
                                      : strncmp(model, ports, strlen(ports)) == 0;
}

/* Finds what is asked for by the names of operation, algorithm and ports. Returns everything with
 * which that varies. */
static unsigned find_names(struct wanted *wanted) {
    struct cube_algorithm algorithm;
    const char *operation = wanted->operation, *ports = wanted->ports;
    bool has_operation = false, has_name = false;
    unsigned varies = 0;
    if (!operation)
        options_refuse("collective: no operation given; available:\n%s", names_of(NULL));
    if (ports && strcmp(ports, "all") != 0 && strcmp(ports, "one") != 0 &&
        strcmp(ports, "simd") != 0)
        options_refuse("collective: --ports: unknown value \"%s\" (expected: all, one or simd)",
                       ports);
    for (size_t k = 0; cube_catalogue(k, &algorithm) == 0; k++) {
        if (strcmp(operation, algorithm.operation) != 0)
            continue;
        has_operation = true;
        if (wanted->algorithm && strcmp(wanted->algorithm, algorithm.name) != 0)
            continue;
        has_name = true;
        if (ports && !is_port_model(ports, algorithm.ports))
            continue;
        must(wanted->count < WANTED_MOST ? 0 : -ENOSPC, "the algorithms that are asked for");
        wanted->numbers[wanted->count++] = k;
        varies |= algorithm.varies;
    }
    if (!has_operation)
        options_refuse("collective: unknown operation \"%s\"; available:\n%s", operation,
                       names_of(NULL));
    if (!has_name)
        options_refuse("collective: %s has no algorithm \"%s\"; available:\n%s", operation,
                       wanted->algorithm, names_of(operation));
    if (wanted->count == 0)
        options_refuse(
            "collective: %s has %s for --ports %s; available (run without --ports to see "
            "their ports):\n%s",
            operation, wanted->algorithm ? "another algorithm" : "no algorithm", ports,
            names_of(operation));
    return varies;
}

/* Whether each member of the case that is given has an effect on one of the algorithms that are
 * asked for, which vary with `varies`. */
static void check_case(const struct wanted *wanted, unsigned varies) {
    const struct cube_case *given = &wanted->given;
    const struct {
        const char *option;
        unsigned varies;
        bool is_given;
    } members[] = {
        {"--root", CUBE_VARIES_ROOT, given->root != 0},
        {"--target", CUBE_VARIES_TARGET, given->target != 0},
        {"--packets", CUBE_VARIES_PACKETS, given->packets != 0},
        {"--shift", CUBE_VARIES_SHIFT, given->shift != 0},
        {"--mesh", CUBE_VARIES_SIDES, given->axes != 0},
    };
    for (size_t k = 0; k < sizeof members / sizeof members[0]; k++)
        if (members[k].is_given && (varies & members[k].varies) == 0)
            options_refuse("collective: %s takes no %s",
                           wanted->algorithm ? wanted->algorithm : wanted->operation,
                           members[k].option);
}

/* Reads the program's arguments: the operation, and options by their names (--help prints them).
 * Ends the program after the help text, or after node 0 has said which word is wrong, and which
 * words are right. Every node calls this. The words stay the caller's. */
static void wanted_read(int count, char *words[], struct wanted *wanted) {
    uint64_t bytes = 64, repetitions = 1, root = 0, target = 0, shift = 0, packets = 0;
    uint64_t last = (uint64_t)cube_nodes() - 1;
    const char *mesh = NULL, *subcube = NULL, *sizes = NULL;
    *wanted = (struct wanted){0};
    const struct program_option options[] = {
        OPTION_WORD(NULL, "the operation: bcast, alltoall, mesh-shift, ...", wanted->operation),
        OPTION_WORD("algorithm", "one of its algorithms (all)", wanted->algorithm),
        OPTION_WORD("ports", "only algorithms for all, one or simd", wanted->ports),
        OPTION_NUMBER("bytes", "of a block", bytes, 0, ROW_MOST_BYTES),
        OPTION_WORD("sizes", "of messages as 8..64K, each twice the last", sizes),
        OPTION_NUMBER("root", "node, or rank on a mesh, of the message's source or destination",
                      root, 0, last),
        OPTION_NUMBER("target", "destination of a transfer, a node or rank", target, 0, last),
        OPTION_NUMBER("shift", "distance of a shift; number of a permutation", shift, 0, last),
        OPTION_NUMBER("packets", "packets of a pipelined message; 0: one", packets, 0,
                      CUBE_PACKETS),
        OPTION_WORD("mesh", "its sides as 4x8, or a ring's as 8", mesh),
        OPTION_WORD("subcube", "dimensions as 0,2: in all their subcubes at once", subcube),
        OPTION_NUMBER("repetitions", "number of runs, of which the fastest counts", repetitions, 1,
                      ROW_MOST_REPETITIONS),
    };
    OPTIONS_READ(count, words, "collective: any operation, by any of its algorithms", options);
    wanted->given = (struct cube_case){.root = (int)root,
                                       .target = (int)target,
                                       .shift = (int)shift,
                                       .packets = (unsigned)packets};
    wanted->bytes = bytes;
    wanted->repetitions = (unsigned)repetitions;
    unsigned varies = find_names(wanted);
    if (sizes)
        wanted->sizes = read_sizes(sizes);
    if (mesh)
        read_sides(mesh, &wanted->given);
    if (subcube)
        read_dimensions(subcube, &wanted->given);
    check_case(wanted, varies);
}

/* Describes requested algorithm `index`, from 0, in the case `given`. Returns whether it applies
 * there. */
static bool wanted_find(const struct wanted *wanted, size_t index, const struct cube_case *given,
                        struct cube_algorithm *found) {
    return cube_catalogue(wanted->numbers[index], found) == 0 &&
           cube_catalogue_find(found->name, given, found) == 0;
}

/* Returns how many cubes the operation runs in at once. These are the subcubes of the dimensions
 * that are asked for, which together have all nodes. It is 1 if no dimensions are asked for. */
static uint64_t wanted_cubes(const struct wanted *wanted) {
    if (wanted->given.dimensions == 0)
        return 1;
    return (uint64_t)cube_nodes() >> __builtin_popcount(wanted->given.dimensions);
}

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
