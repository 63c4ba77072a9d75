/* Every algorithm of the catalogue on this cube: run, verified byte for byte, its counts compared
 * with its formulas, and a line of a Markdown table for each. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "cube.h"
#include "moment.h"
#include "row.h"
#include "settings.h"

static double percent(uint64_t part, uint64_t whole) {
    return whole == 0 ? 0 : 100.0 * (double)part / (double)whole;
}

/* Whether the counts are those of the catalogue; says which are not. */
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
    printf("| operation | algorithm | ports | case | k | blocks | steps | formula | bound | link "
           "words "
           "| formula | link use | cycles | clock | predicted |\n");
    printf("|---|---|---|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n");
}

static void print_row(const struct cube_algorithm *algorithm, const struct cube_case *given,
                      const struct figures *figures, size_t bytes, uint64_t predicted) {
    char text[48];
    uint64_t links = (uint64_t)cube_dim() * (uint64_t)cube_nodes();
    uint64_t words = bytes == 0 ? 0 : figures->bytes / bytes;
    printf("| %s | %s%s | %s | %s | %u | %" PRIu32 " | %" PRIu32 " | %" PRIu32 " | %" PRIu32
           "%s | %" PRIu64 " | %" PRIu64 " | %.0f %% | %" PRIu64 " | %" PRIu64 " | %" PRIu64 " |\n",
           algorithm->operation, algorithm->name, algorithm->usual ? " *" : "", algorithm->ports,
           row_case_text(algorithm, given, text, sizeof text),
           given->packets == 0 ? 1 : given->packets,
           cube_catalogue_blocks(algorithm->name, given, 0), figures->steps, algorithm->steps,
           algorithm->bound, algorithm->open && algorithm->steps > algorithm->bound ? " ?" : "",
           words, algorithm->link_words, percent(figures->packets, figures->steps * links),
           figures->cycles, figures->clock, predicted);
}

/* Returns whether everything about it was right, as far as this node can tell. */
static bool show(const struct cube_algorithm *algorithm, const struct cube_case *given,
                 const struct settings *settings) {
    struct figures figures = row_run(algorithm, given, settings->bytes, settings->repetitions);
    if (cube_node() != 0)
        return figures.wrong == 0;
    uint64_t predicted;
    must(cube_catalogue_time(algorithm->name, given, settings->bytes, &predicted),
         "the prediction");
    print_row(algorithm, given, &figures, settings->bytes, predicted);
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
        printf("\nsteps, link words: as the receivers counted them, beside the formulas of the\n"
               "catalogue; bound: steps that no algorithm of the port model goes below with\n"
               "packets as large, ? none here takes so few; k: packets of a pipelined message;\n"
               "blocks: those that node 0 begins with; link use: of all links in all steps;\n"
               "cycles: of the slowest node; clock: of the node whose clock shows most;\n"
               "predicted: the cost model's time for that, with what links cost and\n"
               "instructions free; * what the operation takes for this port model\n");
    moment_print();
    return right ? EXIT_SUCCESS : EXIT_FAILURE;
}
