#include "programs/parts/wanted.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "cube.h"
#include "programs/computations/must.h"
#include "programs/parts/options.h"
#include "programs/parts/row.h"

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

void wanted_read(int count, char *words[], struct wanted *wanted) {
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

bool wanted_find(const struct wanted *wanted, size_t index, const struct cube_case *given,
                 struct cube_algorithm *found) {
    return cube_catalogue(wanted->numbers[index], found) == 0 &&
           cube_catalogue_find(found->name, given, found) == 0;
}

uint64_t wanted_cubes(const struct wanted *wanted) {
    if (wanted->given.dimensions == 0)
        return 1;
    return (uint64_t)cube_nodes() >> __builtin_popcount(wanted->given.dimensions);
}
