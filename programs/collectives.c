/* Runs every algorithm of the catalogue on this cube, checks every byte of the result, compares the
 * counts with the formulas, and prints a line of a Markdown table for each algorithm. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "cube.h"
#include "programs/parts/options.h"
#include "programs/parts/row.h"

static double percent(uint64_t part, uint64_t whole) {
    return whole == 0 ? 0 : 100.0 * (double)part / (double)whole;
}

static void print_head(size_t bytes) {
    printf("Every algorithm on %d node%s, blocks of %zu bytes\n\n", cube_nodes(),
           cube_nodes() == 1 ? "" : "s", bytes);
    printf("| %-19s | %-30s | %-8s | %-17s | %2s | %6s | %5s | %7s | %5s | %10s | %7s | %8s | %9s "
           "| %9s | %10s | %10s |\n",
           "operation", "algorithm", "ports", "case", "k", "blocks", "steps", "formula", "bound",
           "link words", "formula", "link use", "cycles", "clock", "predicted", "begun");
    printf("|---|---|---|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n");
}

static void print_row(const struct cube_algorithm *algorithm, const struct cube_case *given,
                      const struct figures *figures, size_t bytes) {
    char name[ROW_TEXT], text[ROW_TEXT], bound[ROW_TEXT], predicted[ROW_TEXT];
    uint64_t links = (uint64_t)cube_dim() * (uint64_t)cube_nodes();
    uint64_t words = bytes == 0 ? 0 : figures->bytes / bytes;
    snprintf(name, sizeof name, "%s%s", algorithm->name, algorithm->is_default ? " *" : "");
    printf("| %-19s | %-30s | %-8s | %-17s | %2u | %6" PRIu32 " | %5" PRIu32 " | %7" PRIu32
           " | %5s | %10" PRIu64 " | %7" PRIu64 " | %6.0f %% | %9" PRIu64 " | %9" PRIu64
           " | %10s | %10" PRIu64 " |\n",
           algorithm->operation, name, algorithm->ports, row_case_text(algorithm, given, text),
           given->packets == 0 ? 1 : given->packets,
           cube_catalogue_blocks(algorithm->name, given, 0), figures->steps, algorithm->steps,
           row_bound(algorithm, bound), words, algorithm->link_words,
           percent(figures->packets, figures->steps * links), figures->cycles, figures->clock,
           row_prediction(algorithm, given, bytes, predicted), figures->begun);
}

/* Runs an algorithm in one case. Returns whether everything was right, as far as this node can
 * tell. */
static bool show(const struct cube_algorithm *algorithm, const struct cube_case *given,
                 size_t bytes, unsigned repetitions) {
    struct figures figures = row_run(algorithm, given, bytes, repetitions, NULL);
    if (cube_node() == 0)
        print_row(algorithm, given, &figures, bytes);
    return row_is_right(&figures, algorithm, bytes, 1);
}

int main(int argc, char *argv[]) {
    bool right = true;
    struct cube_algorithm algorithm;
    uint64_t bytes = 64, repetitions = 1;
    const struct program_option options[] = {
        OPTION_NUMBER("m", "bytes of a block", bytes, 0, ROW_MOST_BYTES),
        OPTION_NUMBER("r", "number of runs", repetitions, 1, ROW_MOST_REPETITIONS),
    };
    OPTIONS_READ(argc, argv, "collectives: every algorithm of the catalogue", options);
    if (cube_node() == 0)
        print_head(bytes);
    for (size_t k = 0; cube_catalogue(k, &algorithm) == 0; k++) {
        struct cube_case given;
        for (unsigned number = 0; number < ROW_CASES; number++)
            if (row_case(number, &algorithm, &given))
                right = show(&algorithm, &given, bytes, (unsigned)repetitions) && right;
    }
    if (cube_node() == 0)
        printf(
            "\nsteps, link words: as the receivers counted them, beside the formulas of the\n"
            "catalogue; bound: least steps of any algorithm of the port model with packets of\n"
            "this size (?: none here reaches it); k: packets of a pipelined message; blocks: of\n"
            "node 0 at the start; link use: of all links in all steps; cycles: of the slowest\n"
            "node; clock: the largest; predicted: the clock by the cost model, with free\n"
            "instructions (<=: it may be less; -: an algorithm for all ports where a node has\n"
            "one); *: the usual algorithm of the port model; begun: all clocks before\n");
    return right ? EXIT_SUCCESS : EXIT_FAILURE;
}
