/* Runs every algorithm of the catalogue on this cube, checks every byte of the result, compares the
 * counts with the formulas, and prints a line of a Markdown table for each algorithm. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "cube.h"
#include "programs/computations/must.h"
#include "programs/parts/row.h"
#include "programs/parts/settings.h"

static double percent(uint64_t part, uint64_t whole) {
    return whole == 0 ? 0 : 100.0 * (double)part / (double)whole;
}

/* Returns whether the counts are those of the catalogue, and prints those that are not. */
static bool counts_agree(const struct figures *figures, const struct cube_algorithm *algorithm,
                         size_t bytes) {
    if (figures->steps == algorithm->steps && figures->packets == algorithm->packets &&
        figures->bytes == algorithm->link_words * bytes)
        return true;
    fprintf(stderr,
            "%s: %" PRIu32 " steps, %" PRIu64 " packets, %" PRIu64
            " bytes; by its formulas %" PRIu32 ", %" PRIu64 ", %" PRIu64 "\n",
            algorithm->name, figures->steps, figures->packets, figures->bytes, algorithm->steps,
            algorithm->packets, algorithm->link_words * bytes);
    return false;
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

/* Returns what the clock should show by the cost model. The text begins with "<=" if the clock may
 * show less. It is "-" for an algorithm of all ports on nodes with one port. */
static const char *prediction(const struct cube_algorithm *algorithm, const struct cube_case *given,
                              size_t bytes, char *text, size_t size) {
    uint64_t time;
    int error = cube_catalogue_time(algorithm->name, given, bytes, &time);
    if (error == -ENOTSUP)
        return "-";
    must(error < 0 ? error : 0, "the prediction");
    snprintf(text, size, "%s%" PRIu64, error == 1 ? "<= " : "", time);
    return text;
}

static void print_row(const struct cube_algorithm *algorithm, const struct cube_case *given,
                      const struct figures *figures, size_t bytes) {
    char name[48], text[48], bound[16], predicted[32];
    uint64_t links = (uint64_t)cube_dim() * (uint64_t)cube_nodes();
    uint64_t words = bytes == 0 ? 0 : figures->bytes / bytes;
    snprintf(name, sizeof name, "%s%s", algorithm->name, algorithm->is_default ? " *" : "");
    snprintf(bound, sizeof bound, "%" PRIu32 "%s", algorithm->bound,
             algorithm->open && algorithm->steps > algorithm->bound ? " ?" : "");
    printf("| %-19s | %-30s | %-8s | %-17s | %2u | %6" PRIu32 " | %5" PRIu32 " | %7" PRIu32
           " | %5s | %10" PRIu64 " | %7" PRIu64 " | %6.0f %% | %9" PRIu64 " | %9" PRIu64
           " | %10s | %10" PRIu64 " |\n",
           algorithm->operation, name, algorithm->ports,
           row_case_text(algorithm, given, text, sizeof text),
           given->packets == 0 ? 1 : given->packets,
           cube_catalogue_blocks(algorithm->name, given, 0), figures->steps, algorithm->steps,
           bound, words, algorithm->link_words, percent(figures->packets, figures->steps * links),
           figures->cycles, figures->clock,
           prediction(algorithm, given, bytes, predicted, sizeof predicted), figures->begun);
}

/* Runs an algorithm in one case. Returns whether everything was right, as far as this node can
 * tell. */
static bool show(const struct cube_algorithm *algorithm, const struct cube_case *given,
                 const struct settings *settings) {
    struct figures figures = row_run(algorithm, given, settings->bytes, settings->repetitions);
    if (cube_node() != 0)
        return figures.wrong == 0;
    print_row(algorithm, given, &figures, settings->bytes);
    return counts_agree(&figures, algorithm, settings->bytes) && figures.wrong == 0;
}

int main(int argc, char *argv[]) {
    int status;
    bool right = true;
    struct cube_algorithm algorithm;
    struct settings settings = {.sized = true, .bytes = 64, .repetitions = 1};
    if (!settings_read(argc, argv, "collectives: every algorithm of the catalogue", &settings,
                       &status))
        return status;
    if (cube_node() == 0)
        print_head(settings.bytes);
    for (size_t k = 0; cube_catalogue(k, &algorithm) == 0; k++) {
        struct cube_case given;
        for (unsigned number = 0; number < ROW_CASES; number++)
            if (row_case(number, &algorithm, &given))
                right = show(&algorithm, &given, &settings) && right;
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
