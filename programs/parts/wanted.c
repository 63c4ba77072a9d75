#include "programs/parts/wanted.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cube.h"
#include "programs/computations/must.h"
#include "programs/parts/options.h"
#include "programs/parts/sides.h"

enum {
    MOST_BYTES = 1 << 30,
    MOST_REPETITIONS = 1000000,
    LINE = 100, /* columns of a list of names */
};

/* ---- What is wrong ---- */

/* Prints, at node 0, what is wrong. Returns false. */
static bool refuse(int *status, const char *format, ...) __attribute__((format(printf, 2, 3)));
static bool refuse(int *status, const char *format, ...) {
    va_list values;
    *status = STATUS_USAGE;
    if (cube_node() != 0)
        return false;
    fprintf(stderr, "collective: ");
    va_start(values, format);
    vfprintf(stderr, format, values);
    va_end(values);
    fputc('\n', stderr);
    return false;
}

static void print_name(const char *name, size_t *column) {
    if (*column > 0 && *column + 2 + strlen(name) > LINE) {
        fputs("\n", stderr);
        *column = 0;
    }
    *column += (size_t)fprintf(stderr, "%s%s", *column > 0 ? ", " : "    ", name);
}

/* Prints each name once: the names of the algorithms of one operation, or of the operations if that
 * is null. The algorithms of one operation need not follow each other in the catalogue. */
static void print_names(const char *operation) {
    struct cube_algorithm algorithm, before;
    size_t column = 0;
    if (cube_node() != 0)
        return;
    for (size_t k = 0; cube_catalogue(k, &algorithm) == 0; k++) {
        size_t first = 0;
        while (cube_catalogue(first, &before) == 0 &&
               strcmp(before.operation, algorithm.operation) != 0)
            first++;
        if (!operation && first == k)
            print_name(algorithm.operation, &column);
        else if (operation && strcmp(operation, algorithm.operation) == 0)
            print_name(algorithm.name, &column);
    }
    fputc('\n', stderr);
}

/* ---- Lists of numbers ---- */

static bool read_sides(const char *text, struct cube_case *given, int *status) {
    given->axes = list_read(text, 'x', given->side);
    return given->axes > 0 ||
           refuse(status, "--mesh: invalid sides \"%s\" (expected: 8x4, or 8 for a ring)", text);
}

static bool read_dimensions(const char *text, struct cube_case *given, int *status) {
    unsigned numbers[CUBE_DIMENSIONS];
    unsigned count = list_read(text, ',', numbers);
    for (unsigned k = 0; k < count; k++)
        if (numbers[k] >= (unsigned)cube_dim() || (given->dimensions >> numbers[k] & 1) != 0)
            return refuse(status,
                          "--subcube: dimension %u is given twice or out of range (%d nodes)",
                          numbers[k], cube_nodes());
        else
            given->dimensions |= 1u << numbers[k];
    return count > 0 ||
           refuse(status, "--subcube: invalid dimensions \"%s\" (expected: for example 0,2,3)",
                  text);
}

/* Reads a range like "8..64K", or one size. */
static bool read_sizes(const char *text, struct wanted_sizes *sizes, int *status) {
    char first[16];
    uint64_t least, most;
    const char *dots = strstr(text, "..");
    size_t length = !dots ? strlen(text) : (size_t)(dots - text);
    if (length < sizeof first) {
        memcpy(first, text, length);
        first[length] = '\0';
        if (options_number(first, 1, MOST_BYTES, &least) &&
            options_number(!dots ? first : dots + 2, least, MOST_BYTES, &most)) {
            *sizes = (struct wanted_sizes){least, most};
            return true;
        }
    }
    return refuse(status,
                  "--sizes: invalid range \"%s\" (expected: for example 8..64K, at least 1)", text);
}

/* ---- Names ---- */

static bool is_port_model(const char *ports, const char *model) {
    return strcmp(ports, "simd") == 0 ? strcmp(model, "SIMD") == 0
                                      : strncmp(model, ports, strlen(ports)) == 0;
}

/* Finds what is asked for by the names of operation, algorithm and ports. Returns whether the
 * catalogue has any of it, and in *varies everything with which that varies. */
static bool find_names(struct wanted *wanted, unsigned *varies, int *status) {
    struct cube_algorithm algorithm;
    bool operation = false, name = false;
    *varies = 0;
    for (size_t k = 0; wanted->operation && cube_catalogue(k, &algorithm) == 0; k++) {
        if (strcmp(wanted->operation, algorithm.operation) != 0)
            continue;
        operation = true;
        if (wanted->algorithm && strcmp(wanted->algorithm, algorithm.name) != 0)
            continue;
        name = true;
        if (wanted->ports && !is_port_model(wanted->ports, algorithm.ports))
            continue;
        must(wanted->count < WANTED_MOST ? 0 : -ENOSPC, "the algorithms that are asked for");
        wanted->numbers[wanted->count++] = k;
        *varies |= algorithm.varies;
    }
    if (wanted->count > 0)
        return true;
    if (!wanted->operation)
        refuse(status, "no operation given; available:");
    else if (!operation)
        refuse(status, "unknown operation \"%s\"; available:", wanted->operation);
    else if (!name)
        refuse(status, "%s has no algorithm \"%s\"; available:", wanted->operation,
               wanted->algorithm);
    else
        refuse(status,
               "%s has %s for --ports %s; available (run without --ports to see their ports):",
               wanted->operation, !wanted->algorithm ? "no algorithm" : "another algorithm",
               wanted->ports);
    print_names(operation ? wanted->operation : NULL);
    return false;
}

/* Whether each member of the case that is given has an effect on one of the algorithms that are
 * asked for, which vary with `varies`. */
static bool check_case(const struct wanted *wanted, unsigned varies, int *status) {
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
            return refuse(status, "%s takes no %s",
                          wanted->algorithm ? wanted->algorithm : wanted->operation,
                          members[k].option);
    return true;
}

bool wanted_read(int count, char *words[], struct wanted *wanted, int *status) {
    uint64_t bytes = 64, repetitions = 1, root = 0, target = 0, shift = 0, packets = 0;
    uint64_t last = (uint64_t)cube_nodes() - 1;
    unsigned varies;
    const char *operation = NULL, *algorithm = NULL, *mesh = NULL, *subcube = NULL, *ports = NULL,
               *sizes = NULL;
    const struct program_option options[] = {
        {.meaning = "the operation: bcast, alltoall, mesh-shift, ...", .word = &operation},
        {.name = "algorithm", .meaning = "one of its algorithms (all)", .word = &algorithm},
        {.name = "ports", .meaning = "only algorithms for all, one or simd", .word = &ports},
        {.name = "bytes", .meaning = "of a block", .number = &bytes, .most = MOST_BYTES},
        {.name = "sizes", .meaning = "of messages as 8..64K, each twice the last", .word = &sizes},
        {.name = "root",
         .meaning = "node, or rank on a mesh, of the message's source or destination",
         .number = &root,
         .most = last},
        {.name = "target",
         .meaning = "destination of a transfer, a node or rank",
         .number = &target,
         .most = last},
        {.name = "shift",
         .meaning = "distance of a shift; number of a permutation",
         .number = &shift,
         .most = last},
        {.name = "packets",
         .meaning = "packets of a pipelined message; 0: one",
         .number = &packets,
         .most = CUBE_PACKETS},
        {.name = "mesh", .meaning = "its sides as 4x8, or a ring's as 8", .word = &mesh},
        {.name = "subcube",
         .meaning = "dimensions as 0,2: in all their subcubes at once",
         .word = &subcube},
        {.name = "repetitions",
         .meaning = "number of runs, of which the fastest counts",
         .number = &repetitions,
         .least = 1,
         .most = MOST_REPETITIONS},
    };
    if (!options_read(count, words, "collective: any operation, by any of its algorithms", options,
                      sizeof options / sizeof options[0], status))
        return false;
    *wanted = (struct wanted){
        .operation = operation,
        .algorithm = algorithm,
        .ports = ports,
        .given = {.root = (int)root,
                  .target = (int)target,
                  .shift = (int)shift,
                  .packets = (unsigned)packets},
        .bytes = bytes,
        .repetitions = (unsigned)repetitions,
    };
    if (ports && strcmp(ports, "all") != 0 && strcmp(ports, "one") != 0 &&
        strcmp(ports, "simd") != 0)
        return refuse(status, "--ports: unknown value \"%s\" (expected: all, one or simd)", ports);
    return find_names(wanted, &varies, status) &&
           (!sizes || read_sizes(sizes, &wanted->sizes, status)) &&
           (!mesh || read_sides(mesh, &wanted->given, status)) &&
           (!subcube || read_dimensions(subcube, &wanted->given, status)) &&
           check_case(wanted, varies, status);
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
