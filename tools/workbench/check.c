/* Proves one algorithm on the requested cubes, in the given case or in all shapes that the checker
 * tries of the catalogue's, and prints its counts. An error is printed at the end, with its cube,
 * case, step, node and block. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collectives/catalogue/catalogue.h"
#include "collectives/check/checker.h"
#include "collectives/check/shapes.h"
#include "collectives/check/walk.h"
#include "tools/workbench/asked.h"

enum { LEAST_DIMENSION = 0, MOST_DIMENSION = 6 };

/* The prices of the times that are told, those of tools/table. */
enum { START = 1000, HOP = 10, BYTE = 1, BLOCK_BYTES = 64 };

/* What is found of one schedule. */
struct found {
    struct finding finding;
    double time;
};

/* All shapes of one cube: the counts of the one that takes most steps, and what they are without
 * dead links. */
struct proved {
    unsigned shapes;
    struct found most;
    struct found before;
    bool meets; /* a dead link */
};

/* Sets *time to the time that the packets take, and checks that the algorithm's cost gives this, or
 * no less where it is not exact. Returns false with a message if it does not. */
static bool check_cost(const struct algorithm *algorithm, const struct shape *shape, double *time,
                       struct finding *finding) {
    const struct cost_model model = {START, HOP, BYTE, .one_port = algorithm->ports != PORTS_ALL};
    const struct block_sizes sizes = {.bytes = BLOCK_BYTES};
    struct chain_cost cost = algorithm_cost(algorithm, shape, model.one_port, 0);
    double claimed = cost_time(&cost, &model, &sizes);
    *time = walk_time(algorithm, shape, &model, &sizes);
    if (claimed == *time || (claimed > *time && !cost_is_exact(&cost, &model)))
        return true;
    snprintf(finding->message, sizeof finding->message,
             "its packets take %.0f by the cost model, and its cost %" PRIu64 " t_s + %" PRIu64
             " t_w m + %" PRIu64 " t_h gives %.0f",
             *time, cost.starts, cost.blocks, cost.hops, claimed);
    return false;
}

/* Proves a schedule that is asked for with dead links, after that without them. */
static bool prove_round(const struct algorithm *algorithm, const struct shape *shape,
                        const struct faults *faults, struct found *found) {
    return check_schedule_round(algorithm, shape, faults, &found->finding, NULL) &&
           check_cost(algorithm, shape, &found->time, &found->finding);
}

/* Proves one shape. Returns false with a message if something is wrong. */
static bool prove(const struct algorithm *algorithm, const struct shape *shape,
                  const struct faults *faults, struct proved *proved) {
    struct found before = {.finding = {.message = ""}}, most = before;
    struct rewriting list = {.of = NULL};
    const struct algorithm *round = NULL;
    bool right =
        check_reads(algorithm, shape, before.finding.message, sizeof before.finding.message) &&
        check_meaning(algorithm, shape, before.finding.message, sizeof before.finding.message) &&
        (round = asked_round(algorithm, shape, faults, &list, &before.finding)) &&
        check_cost(algorithm, shape, &before.time, &before.finding);
    most = before;
    if (right && round != algorithm)
        right = prove_round(round, shape, faults, &most);
    asked_round_end(&list);
    if (!right) {
        fprintf(stderr, "check: %s is wrong (%s): %s\n", algorithm->name,
                shape_text(algorithm, shape), most.finding.message);
        return false;
    }
    if (proved->shapes == 0 || most.finding.steps > proved->most.finding.steps) {
        proved->most = most;
        proved->before = before;
        proved->meets = round != algorithm;
    }
    proved->shapes++;
    return true;
}

/* Proves all shapes of a cube that are asked for. */
static bool prove_cube(const struct asked *asked, uint32_t dimension, struct proved *proved) {
    const struct faults *faults = asked_faults(asked, dimension);
    struct shape shape;
    *proved = (struct proved){0};
    if (asked->given != 0)
        return !asked_shape(asked, dimension, &shape) ||
               prove(asked->algorithm, &shape, faults, proved);
    bool more = shape_first(asked->algorithm, dimension, SHAPES_ALL, &shape);
    for (; more; more = shape_next(asked->algorithm, SHAPES_ALL, &shape))
        if (!prove(asked->algorithm, &shape, faults, proved))
            return false;
    return true;
}

static void print_row(uint32_t dimension, unsigned shapes, const struct found *found,
                      const char *what) {
    printf("%3u %6u %7u %7u %7u %10" PRIu64 " %11" PRIu64 " %12.0f%s\n", dimension, 1u << dimension,
           shapes, found->finding.steps, found->finding.bound, found->finding.packets,
           found->finding.link_words, found->time, what);
}

/* Says which cases the rows are of. */
static void print_cases(const struct algorithm *algorithm) {
    uint32_t of_nodes = algorithm->varies & (VARIES_ROOT | VARIES_TARGET | VARIES_SHIFT);
    if (algorithm->varies == 0)
        return;
    printf("cases:");
    if (of_nodes != 0)
        printf(" each root, target, shift up to %u nodes%s", 1u << shape_every(algorithm),
               of_nodes != algorithm->varies ? ";" : "");
    if (algorithm->varies & VARIES_PACKETS)
        printf(" some packet counts%s", algorithm->varies & VARIES_SIDES ? ";" : "");
    printf("%s\n", algorithm->varies & VARIES_SIDES ? " some meshes" : "");
}

static int list(void) {
    for (size_t k = 0; k < catalogue_entries; k++)
        printf("%-28s %-16s %s\n", catalogue[k]->name, operation_name(catalogue[k]->operation->tag),
               port_model_names[catalogue[k]->ports]);
    return EXIT_SUCCESS;
}

int main(int argc, char *argv[]) {
    if (argc == 2 && strcmp(argv[1], "--list") == 0)
        return list();
    struct asked asked = asked_read("check", argc, argv, LEAST_DIMENSION, MOST_DIMENSION, NULL);
    const struct algorithm *algorithm = asked.algorithm;
    unsigned cubes = 0;
    printf("%s: %s, %s. Source: %s\n\n", algorithm->name, operation_name(algorithm->operation->tag),
           port_model_names[algorithm->ports], algorithm->source);
    printf("%3s %6s %7s %7s %7s %10s %11s %12s\n", "n", "nodes", "cases", "steps", "bound",
           "packets", "link words", "time");
    fflush(stdout);
    for (uint32_t n = asked.least; n <= asked.most; n++) {
        struct proved proved;
        if (!prove_cube(&asked, n, &proved))
            return EXIT_FAILURE;
        if (proved.shapes > 0 && proved.meets)
            print_row(n, proved.shapes, &proved.before, "  whole");
        if (proved.shapes > 0)
            print_row(n, proved.shapes, &proved.most, asked.is_round ? "  round" : "");
        cubes += proved.shapes > 0;
    }
    if (cubes == 0) {
        fprintf(stderr, "check: %s is not possible on %u", algorithm->name, 1u << asked.least);
        if (asked.least != asked.most)
            fprintf(stderr, " to %u", 1u << asked.most);
        fprintf(stderr, " node%s in this case\n", asked.most == 0 ? "" : "s");
        return EXIT_FAILURE;
    }
    printf("\nright: links, ports, blocks, order%s\n", algorithm->own ? "" : ", formulas");
    if (asked.given == 0)
        print_cases(algorithm);
    printf("steps, packets, link words: of the case with most steps\n"
           "bound: least steps of any algorithm with these ports, packets and relays\n%s"
           "time: by the cost model, for blocks of %d bytes, with t_s %d, t_h %d, t_w %d\n",
           asked.is_round ? "whole, round: without the dead links, and round them\n" : "",
           BLOCK_BYTES, START, HOP, BYTE);
    return EXIT_SUCCESS;
}
