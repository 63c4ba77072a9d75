/* Counts and costs of the whole catalogue on a cube that is not run, and may have more nodes than a
 * machine:
 *
 *     formulas NODES one|all PARTS
 *
 * They are those of the algorithms' formulas, where nodes have one port or all. Schedules in which
 * there are at most PARTS parts of nodes in steps are walked through, node by node, too: if that
 * finds other counts, or another time than the cost gives, the program tells so and fails.
 *
 * Each algorithm has a line for each case of shape_case (collectives/check/shapes.h), of fields
 * with tabulators between them:
 *
 *     OPERATION NAME PORTS usual|other CASE PACKETS BLOCKS STEPS BOUND open|reached LINK_PACKETS
 *     LINK_WORDS STARTS CHAIN_BLOCKS HOPS exact|hops|most|none formula|walk
 *
 * PACKETS are those of a pipelined message, BLOCKS those that node 0 begins with. STARTS,
 * CHAIN_BLOCKS and HOPS are the longest chain's (collectives/schedule/cost.h), and the field after
 * them says how exact that is: "hops" if it is exact where hops are free, "none" if there is no
 * formula. An algorithm that has no case on N nodes has a line with its name alone. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collectives/catalogue/catalogue.h"
#include "collectives/check/shapes.h"
#include "collectives/check/walk.h"

enum { STATUS_USAGE = 64 };

/* What packets and blocks cost in a walk: the prices of tools/table. */
static const struct cost_model prices = {.start = 1000, .hop = 10, .byte = 1};
static const struct block_sizes sizes = {.bytes = 64};

/* What is asked for. */
struct question {
    uint32_t dimension;
    uint64_t most_parts;
    bool one_port;
};

/* Walks through a schedule. Returns whether this finds what its formulas say. */
static bool is_as_walked(const struct algorithm *algorithm, const struct shape *shape,
                         bool one_port) {
    struct cost_model model = prices;
    model.one_port = one_port;
    struct walked walked = walk_schedule(algorithm, shape, &model, &sizes);
    uint32_t steps = algorithm_steps(algorithm, shape);
    uint64_t packets = algorithm_packets(algorithm, shape);
    uint64_t words = algorithm_link_words(algorithm, shape);
    struct chain_cost cost = algorithm_cost(algorithm, shape, one_port, 0);
    double time = cost_time(&cost, &model, &sizes);
    bool timed = !algorithm_has_cost(algorithm, one_port) || time == walked.time ||
                 (time > walked.time && !cost_is_exact(&cost, &model));
    if (walked.steps == steps && walked.packets == packets && walked.link_words == words && timed)
        return true;
    fprintf(stderr,
            "formulas: %s (%s): %" PRIu32 " steps, %" PRIu64 " packets, %" PRIu64
            " link words, time %.0f; by its formulas %" PRIu32 ", %" PRIu64 ", %" PRIu64 ", %.0f\n",
            algorithm->name, shape_text(algorithm, shape), walked.steps, walked.packets,
            walked.link_words, walked.time, steps, packets, words, time);
    return false;
}

static void print_row(const struct algorithm *algorithm, const struct shape *shape, bool one_port,
                      bool is_walked) {
    static const char *const exactness[] = {
        [COST_EXACT] = "exact", [COST_EXACT_BUT_HOPS] = "hops", [COST_AT_MOST] = "most"};
    struct chain_cost cost = algorithm_cost(algorithm, shape, one_port, 0);
    uint32_t steps = algorithm_steps(algorithm, shape);
    uint32_t bound = algorithm_bound(algorithm, shape);
    bool open = algorithm_is_open(algorithm, shape) && steps > bound;
    printf("%s\t%s\t%s\t%s\t%s\t%" PRIu32 "\t%" PRIu32 "\t%" PRIu32 "\t%" PRIu32 "\t%s\t%" PRIu64
           "\t%" PRIu64 "\t%" PRIu64 "\t%" PRIu64 "\t%" PRIu64 "\t%s\t%s\n",
           operation_name(algorithm->operation->tag), algorithm->name,
           port_model_names[algorithm->ports], algorithm->is_default ? "usual" : "other",
           shape_case_text(algorithm, shape), shape->packets,
           algorithm_blocks(algorithm, shape, 0, AREA_INPUT), steps, bound,
           open ? "open" : "reached", algorithm_packets(algorithm, shape),
           algorithm_link_words(algorithm, shape), cost.starts, cost.blocks, cost.hops,
           algorithm_has_cost(algorithm, one_port) ? exactness[cost.exactness] : "none",
           is_walked ? "walk" : "formula");
}

/* Prints the cases of an algorithm. Returns whether those that were walked through are right. */
static bool print_cases(const struct algorithm *algorithm, const struct question *asked) {
    struct shape shape;
    bool right = true, found = false;
    for (uint32_t number = 0; number < SHAPE_CASES; number++) {
        if (!shape_case(algorithm, asked->dimension, number, &shape))
            continue;
        uint64_t parts = (uint64_t)algorithm_steps(algorithm, &shape) * shape_nodes(&shape);
        bool is_walked = parts <= asked->most_parts;
        if (is_walked)
            right = is_as_walked(algorithm, &shape, asked->one_port) && right;
        print_row(algorithm, &shape, asked->one_port, is_walked);
        found = true;
    }
    if (!found)
        printf("%s\n", algorithm->name);
    return right;
}

/* Reads the command line. Returns whether it is right. */
static bool read_question(int argc, char *argv[], struct question *asked) {
    if (argc != 4 || (strcmp(argv[2], "one") != 0 && strcmp(argv[2], "all") != 0))
        return false;
    unsigned long nodes = strtoul(argv[1], NULL, 10);
    asked->dimension = 0;
    asked->most_parts = strtoull(argv[3], NULL, 10);
    asked->one_port = strcmp(argv[2], "one") == 0;
    while (asked->dimension < SCHEDULE_DIMENSIONS && 1u << asked->dimension < nodes)
        asked->dimension++;
    return 1u << asked->dimension == nodes;
}

int main(int argc, char *argv[]) {
    struct question asked;
    bool right = true;
    if (!read_question(argc, argv, &asked)) {
        fprintf(stderr, "usage: formulas NODES one|all PARTS (NODES: a power of two up to %u)\n",
                SCHEDULE_NODES);
        return STATUS_USAGE;
    }
    for (size_t k = 0; k < catalogue_entries; k++)
        right = print_cases(catalogue[k], &asked) && right;
    return right ? EXIT_SUCCESS : EXIT_FAILURE;
}
