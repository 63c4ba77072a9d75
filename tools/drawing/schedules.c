/* Writes down schedules as the checker sees them, for the page that plays them:
 *
 *     schedules NODES [ALGORITHM...]
 *
 * Without names it writes all algorithms of the catalogue, each in the cases in which the program
 * `collectives` runs it, so that `make table` has a row for each. The output is lines of words:
 *
 *     schedule NAME OPERATION PORTS usual|other RELAY k=PACKETS OUTPUTS
 *     sides SIDE...                      of the ring or mesh, if there is one
 *     case TEXT
 *     source TEXT
 *     holds STEP NODE AREA BLOCK TEXT    a block holds something else than after the step before
 *     packet STEP NODE PORTS TEXT...     the node that it leaves, the ports of its links joined by
 *                                        commas, and what its blocks hold
 *     counts STEPS BOUND open|reached PACKETS WORDS
 *
 * Step 0 is before the first one, and step STEPS + 1 after the closing moves. Area 0 is the input,
 * and areas 1 to OUTPUTS are the outputs. */
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collectives/catalogue/catalogue.h"
#include "collectives/check/checker.h"
#include "collectives/check/contents.h"
#include "collectives/check/shapes.h"
#include "tools/workbench/asked.h"
#include "tools/workbench/round.h"

enum {
    MOST_DIMENSION = 6, /* contents.h tells the ranks of this many nodes */
    USUAL_DIMENSION = 3,
    STATUS_USAGE = 64,
};

/* The walk of one schedule. */
struct walk {
    bool numbered;   /* inputs have several blocks: texts tell their numbers */
    uint32_t *held;  /* contents of each block after the step before, in the walk's order */
    size_t room;     /* of `held` */
    size_t place;    /* of the next block in it */
    uint32_t step;   /* that the blocks before that are of */
    uint32_t origin; /* of the packet that is on its way */
    uint32_t links;  /* that it has passed */
    uint8_t path[CUBE_MAX_NODES * CUBE_MAX_DIMENSION]; /* their ports: it uses each link once */
};

/* ---- What the checker sees ---- */

/* What a block holds, in few letters: the ranks of the nodes that it is from, 5 or 0-3 or 0+3, and
 * its number where inputs have several blocks: 5.2. A block of which nothing is known is "-". */
static void print_text(const struct walk *walk, uint32_t contents) {
    struct contents_parts parts = contents_parts(contents);
    const char *separator = "";
    if (parts.ranks == 0) {
        printf(" -");
        return;
    }
    printf(" ");
    while (parts.ranks != 0) {
        int first = __builtin_ctzll(parts.ranks), last = first;
        for (; last < 64 && (parts.ranks >> last & 1); last++)
            parts.ranks &= ~(UINT64_C(1) << last);
        printf("%s%d", separator, first);
        if (last > first + 1)
            printf("-%d", last - 1);
        separator = "+";
    }
    if (walk->numbered)
        printf(".%" PRIu32, parts.block);
}

static void see(void *argument, const struct passage *passage) {
    struct walk *walk = argument;
    if (passage->first) {
        walk->origin = passage->from;
        walk->links = 0;
    }
    walk->path[walk->links++] = (uint8_t)passage->port;
    if (!passage->last)
        return;
    printf("packet %" PRIu32 " %" PRIu32 " ", passage->step, walk->origin);
    for (uint32_t k = 0; k < walk->links; k++)
        printf("%s%u", k > 0 ? "," : "", walk->path[k]);
    for (uint32_t b = 0; b < passage->blocks; b++)
        print_text(walk, passage->contents[b]);
    printf("\n");
}

static void hold(void *argument, const struct holding *holding) {
    struct walk *walk = argument;
    if (holding->step != walk->step)
        walk->place = 0;
    walk->step = holding->step;
    size_t place = walk->place++;
    if (place >= walk->room) {
        size_t room = 2 * walk->room + 64;
        walk->held = realloc(walk->held, room * sizeof *walk->held);
        if (!walk->held) {
            perror("schedules");
            exit(EXIT_FAILURE);
        }
        for (; walk->room < room; walk->room++)
            walk->held[walk->room] = CONTENTS_NOTHING;
    }
    if (walk->held[place] == holding->contents)
        return;
    walk->held[place] = holding->contents;
    printf("holds %" PRIu32 " %" PRIu32 " %" PRIu32 " %" PRIu32, holding->step, holding->node,
           holding->area, holding->block);
    print_text(walk, holding->contents);
    printf("\n");
}

/* ---- One algorithm ---- */

static void print_head(const struct algorithm *algorithm, const struct shape *shape) {
    static const char *const models[] = {"all-port", "one-port", "SIMD"};
    printf("schedule %s %s %s %s %s k=%" PRIu32 " %" PRIu32 "\nsides", algorithm->name,
           operation_name(algorithm->operation->tag), models[algorithm->ports],
           algorithm->is_default ? "usual" : "other",
           algorithm->relay == RELAY_WHOLE ? "whole" : "pieces", shape->packets,
           algorithm->operation->outputs);
    for (uint32_t axis = 0; axis < shape->axes; axis++)
        printf(" %" PRIu32, shape->side[axis]);
    printf("\ncase %s\nsource %s\n", shape_case_text(algorithm, shape), algorithm->source);
}

static bool write_schedule(const struct algorithm *algorithm, const struct shape *shape,
                           const struct faults *faults) {
    struct walk walk = {.numbered = false};
    struct finding finding;
    for (uint32_t node = 0; node < shape_nodes(shape); node++)
        walk.numbered = walk.numbered || algorithm_blocks(algorithm, shape, node, AREA_INPUT) > 1;
    print_head(algorithm, shape);
    bool right = check_schedule_round(algorithm, shape, faults, &finding,
                                      &(struct observer){see, hold, &walk});
    bool open = algorithm_is_open(algorithm, shape) && finding.bound < finding.steps;
    free(walk.held);
    if (right)
        printf("counts %" PRIu32 " %" PRIu32 " %s %" PRIu64 " %" PRIu64 "\n", finding.steps,
               finding.bound, open ? "open" : "reached", finding.packets, finding.link_words);
    else
        fprintf(stderr, "schedules: %s: %s\n", algorithm->name, finding.message);
    return right;
}

/* Writes the cases of an algorithm. Returns whether all are right. */
static bool write_cases(const struct algorithm *algorithm, uint32_t dimension) {
    struct shape shape;
    bool right = true;
    for (uint32_t number = 0; number < SHAPE_CASES; number++)
        if (shape_case(algorithm, dimension, number, &shape))
            right = write_schedule(algorithm, &shape, NULL) && right;
    return right;
}

/* Writes one algorithm in one case, as the other tools of the workbench are asked for them. Returns
 * whether it is right. */
static bool write_asked(int argc, char *argv[]) {
    struct asked asked = asked_read("schedules", argc, argv, USUAL_DIMENSION, USUAL_DIMENSION);
    struct shape shape;
    if (asked.least <= MOST_DIMENSION && asked_shape(&asked, asked.least, &shape)) {
        const struct faults *faults = asked_faults(&asked, asked.least);
        struct rewriting list;
        struct finding finding;
        const struct algorithm *algorithm =
            round_dead(asked.algorithm, &shape, faults, &list, &finding);
        bool right = algorithm && write_schedule(algorithm, &shape, faults);
        if (!algorithm)
            fprintf(stderr, "schedules: %s: %s\n", asked.algorithm->name, finding.message);
        round_end(&list);
        return right;
    }
    fprintf(stderr, "schedules: %s is not possible on %u nodes in this case (at most %u nodes)\n",
            asked.algorithm->name, 1u << asked.least, 1u << MOST_DIMENSION);
    return false;
}

int main(int argc, char *argv[]) {
    bool right = true;
    if (argc > 1 && strcmp(argv[1], "--asked") == 0)
        return write_asked(argc - 1, argv + 1) ? EXIT_SUCCESS : EXIT_FAILURE;
    uint32_t dimension = 0;
    unsigned long nodes = argc > 1 ? strtoul(argv[1], NULL, 10) : 0;
    while (dimension < MOST_DIMENSION && 1u << dimension < nodes)
        dimension++;
    if (1u << dimension != nodes) {
        fprintf(stderr, "usage: schedules NODES [ALGORITHM...]: 1, 2, 4 ... %u nodes\n",
                1u << MOST_DIMENSION);
        return STATUS_USAGE;
    }
    for (size_t k = 0; argc == 2 && k < catalogue_entries; k++)
        right = write_cases(catalogue[k], dimension) && right;
    for (int k = 2; k < argc; k++) {
        const struct algorithm *algorithm = catalogue_find(argv[k]);
        if (!algorithm) {
            fprintf(stderr, "schedules: unknown algorithm '%s' (check --list lists them)\n",
                    argv[k]);
            return EXIT_FAILURE;
        }
        right = write_cases(algorithm, dimension) && right;
    }
    return right ? EXIT_SUCCESS : EXIT_FAILURE;
}
