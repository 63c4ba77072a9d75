/* Prints all rows of the slides' table of communication costs, on the networks that the cube holds.
 * A row has the slides' entry; the terms A, B and C of T = A t_s + B t_w m + C t_h; the time by
 * this formula, with the costs given to cuberun; and the time of a run by the nodes' clocks. Every
 * byte and every count is checked. If nodes have one port and instructions are free, formula and
 * clock have to be equal. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "cube.h"
#include "programs/parts/options.h"
#include "programs/parts/prices.h"
#include "programs/parts/row.h"
#include "programs/parts/slides.h"

enum { MOST_BYTES = 1 << 24 };

static const char *const networks[] = {
    [ON_ARRAY] = "linear array",
    [ON_RING] = "ring",
    [ON_MESH] = "mesh",
    [ON_CUBE] = "hypercube",
};

static bool has_one_port(void) {
    uint64_t time;
    return cube_catalogue_time("alltoall-all-port", NULL, 0, &time) == -ENOTSUP;
}

static void print_head(const struct slide_sizes *sizes, size_t bytes, struct prices prices) {
    printf("Costs on %" PRIu64 " nodes, a mesh of %" PRIu64 " x %" PRIu64 ", shifts by %" PRIu64
           ", m = %zu; t_s %" PRIu64 ", t_h %" PRIu64 ", t_w %" PRIu64 ", %s\n\n",
           sizes->p, sizes->rows, sizes->columns, sizes->q, bytes, prices.start, prices.hop,
           prices.byte, has_one_port() ? "one port" : "all ports");
    printf("%-16s %-13s %-24s %-28s %6s %6s %6s %10s %10s\n", "operation", "network", "algorithm",
           "slides, without hops", "A", "B", "C", "formula", cube_timed() ? "clock" : "cycles");
}

/* Whether the counts are those of the catalogue, and the number of steps is A. */
static bool counts_agree(const struct cube_algorithm *algorithm, const struct figures *figures,
                         const struct terms *terms, size_t bytes) {
    return figures->steps == algorithm->steps && figures->steps == terms->starts &&
           figures->packets == algorithm->packets &&
           figures->bytes == algorithm->link_words * bytes;
}

/* Runs a row, and prints it at node 0. Returns whether everything was right, as far as this node
 * can tell. */
static bool show(const struct slide_row *row, const struct slide_sizes *sizes, size_t bytes) {
    struct cube_case given = slide_case(row, sizes);
    struct cube_algorithm algorithm;
    if (cube_catalogue_find(row->algorithm, &given, &algorithm) != 0)
        return true; /* a mesh of one row has no total exchange */
    struct figures figures = row_run(&algorithm, &given, bytes, 1, NULL);
    struct terms terms = row->terms(sizes);
    struct prices prices = prices_given();
    uint64_t formula = prices_sum(prices, terms.starts, terms.blocks, terms.hops, bytes);
    bool exact = has_one_port() && instructions_are_free();
    if (cube_node() != 0)
        return figures.wrong == 0;
    bool right = counts_agree(&algorithm, &figures, &terms, bytes);
    printf("%-16s %-13s %-24s %-28s %6" PRIu64 " %6" PRIu64 " %6" PRIu64 " %10" PRIu64 " %10" PRIu64
           "%s%s\n",
           row->operation, networks[row->network], row->algorithm, row->printed, terms.starts,
           terms.blocks, terms.hops, formula, cube_timed() ? figures.clock : figures.cycles,
           right ? "" : "  ANOTHER COUNT",
           exact && figures.clock != formula ? "  ANOTHER TIME" : "");
    return right && figures.wrong == 0 && (!exact || figures.clock == formula);
}

int main(int argc, char *argv[]) {
    uint64_t bytes = 64;
    struct slide_sizes sizes = slide_sizes_of((unsigned)cube_dim());
    const struct program_option options[] = {
        OPTION_NUMBER("bytes", "m, of a block", bytes, 0, MOST_BYTES),
        OPTION_NUMBER("shift", "of a shift", sizes.q, 0, sizes.p - 1),
    };
    OPTIONS_READ(argc, argv, "costs: the slides' table of costs, predicted and measured", options);
    bool right = true;
    if (cube_node() == 0)
        print_head(&sizes, bytes, prices_given());
    for (size_t k = 0; k < slide_row_count; k++)
        right = show(&slide_rows[k], &sizes, bytes) && right;
    if (cube_node() == 0)
        printf(
            "\nformula: A t_s + B t_w m + C t_h, the longest chain of packets; A is the number\n"
            "of steps, too. all-reduce, p m: of a message of p blocks. The slides give the most\n"
            "that a shift takes; s is sqrt(p). What they lack are the hops, and the ways that\n"
            "are marked with -; their shift by E-cube is one step if nodes are numbered as they\n"
            "are, not by Gray codes\n");
    return right ? EXIT_SUCCESS : EXIT_FAILURE;
}
