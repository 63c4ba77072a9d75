#include "programs/parts/row.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collectives/check/meaning.h"
#include "programs/computations/moment.h"
#include "programs/computations/must.h"
#include "programs/parts/gather.h"

enum {
    PACKETS = 16, /* k of pipelined algorithms */
    MOST_OUTPUTS = 2,
};

bool row_case(unsigned number, struct cube_algorithm *algorithm, struct cube_case *given) {
    *given = (struct cube_case){0};
    if (number > 0 && !(algorithm->varies & CUBE_VARIES_SIDES))
        return false;
    if (algorithm->varies & CUBE_VARIES_TARGET)
        given->target = cube_nodes() - 1;
    if (algorithm->varies & CUBE_VARIES_PACKETS)
        given->packets = PACKETS;
    if (algorithm->varies & CUBE_VARIES_SHIFT)
        given->shift = (cube_nodes() + 1) / 3;
    if (algorithm->varies & CUBE_VARIES_SIDES) {
        given->axes = number + 1;
        given->side[0] = number == 0 ? (unsigned)cube_nodes() : 1u << cube_dim() / 2;
        given->side[1] = number == 0 ? 0 : 1u << (cube_dim() + 1) / 2;
    }
    return cube_catalogue_find(algorithm->name, given, algorithm) == 0;
}

const char *row_case_text(const struct cube_algorithm *algorithm, const struct cube_case *given,
                          char text[ROW_TEXT]) {
    int used = 0;
    text[0] = '\0';
    if (algorithm->varies & CUBE_VARIES_SHIFT)
        used = snprintf(text, ROW_TEXT, "shift %d", given->shift);
    const char *separator = used > 0 ? ", " : "";
    if (given->axes == 1)
        snprintf(text + used, ROW_TEXT - (size_t)used, "%sring", separator);
    else if (given->axes == 2)
        snprintf(text + used, ROW_TEXT - (size_t)used, "%smesh %u x %u", separator, given->side[0],
                 given->side[1]);
    return text;
}

const char *row_bound(const struct cube_algorithm *algorithm, char text[ROW_TEXT]) {
    if (algorithm->bound == 0 && algorithm->steps > 0)
        return "-";
    snprintf(text, ROW_TEXT, "%" PRIu32 "%s", algorithm->bound,
             algorithm->open && algorithm->steps > algorithm->bound ? " ?" : "");
    return text;
}

const char *row_prediction(const struct cube_algorithm *algorithm, const struct cube_case *given,
                           size_t bytes, char text[ROW_TEXT]) {
    uint64_t time;
    int error = cube_catalogue_time(algorithm->name, given, bytes, &time);
    if (error == -ENOTSUP)
        return "-";
    must(error < 0 ? error : 0, "the prediction");
    snprintf(text, ROW_TEXT, "%s%" PRIu64, error == 1 ? "<= " : "", time);
    return text;
}

/* ---- Contents: bytes that are easy to add up over any range of ranks ---- */

/* Byte `offset` of input block `block` is FACTOR rank + rest(block, offset). */
enum { FACTOR = 37 };

static uint32_t rest(uint32_t block, size_t offset) {
    return block * 101 + (uint32_t)offset * 7 + 1;
}

static void fill(char *input, const struct meaning *meaning, uint32_t blocks, size_t bytes) {
    uint32_t rank = meaning_rank(meaning, meaning_here(meaning));
    for (uint32_t block = 0; block < blocks; block++)
        for (size_t k = 0; k < bytes; k++)
            input[block * bytes + k] = (char)(uint8_t)(FACTOR * rank + rest(block, k));
}

/* Returns the first byte of a block that is not the sum of the same bytes of the ranks
 * content.first to content.last, or `bytes` if all are. */
static size_t check(const char *at, struct cube_content content, size_t bytes) {
    uint32_t count = content.last - content.first + 1;
    uint32_t ranks = count * (content.first + content.last) / 2;
    size_t k = 0;
    while (k < bytes &&
           (uint8_t)at[k] == (uint8_t)(FACTOR * ranks + count * rest(content.block, k)))
        k++;
    return k;
}

/* Fills in how many blocks each area has at this node. Ends the program if the operation needs
 * other numbers. */
static void count_blocks(const struct cube_algorithm *algorithm, const struct meaning *meaning,
                         uint32_t blocks[]) {
    uint32_t rank = meaning_rank(meaning, meaning_here(meaning));
    for (unsigned area = 0; area <= algorithm->outputs; area++)
        blocks[area] = cube_catalogue_blocks(algorithm->name, &meaning->given, area);
    if (meaning_has_blocks(meaning, rank, algorithm->outputs, blocks))
        return;
    fprintf(stderr, "node %d: %s has a wrong number of blocks for %s\n", cube_node(),
            algorithm->name, algorithm->operation);
    exit(EXIT_FAILURE);
}

/* An algorithm in a case, and the memory of its runs. */
struct run {
    const struct cube_algorithm *algorithm;
    const struct cube_case *given;
    struct meaning meaning;
    size_t bytes;
    uint32_t blocks[1 + MOST_OUTPUTS];
    char *input, *output[MOST_OUTPUTS];
    struct cube_step_record *records; /* null: not wanted */
};

/* Returns the number of wrong blocks in all outputs. */
static uint32_t verify(const struct run *run) {
    uint32_t rank = meaning_rank(&run->meaning, meaning_here(&run->meaning)), wrong = 0;
    for (unsigned area = 1; area <= run->algorithm->outputs; area++)
        for (uint32_t block = 0; block < run->blocks[area]; block++) {
            size_t at = check(run->output[area - 1] + block * run->bytes,
                              meaning_content(&run->meaning, rank, area, block), run->bytes);
            if (at < run->bytes && wrong++ == 0)
                fprintf(stderr, "node %d: %s: output %u, block %u is wrong at byte %zu\n",
                        cube_node(), run->algorithm->name, area, (unsigned)block, at);
        }
    return wrong;
}

/* Compares the packets of a run on each link with the schedule. Returns the number of counts that
 * are wrong. */
static uint32_t check_counts(const struct run *run, const struct cube_stats *stats) {
    uint64_t scheduled[CUBE_DIMENSIONS] = {0};
    const char *name = run->algorithm->name;
    uint32_t wrong = 0;
    for (uint32_t step = 1; step <= run->algorithm->steps; step++) {
        uint32_t links = cube_catalogue_arrivals(name, run->given, step);
        for (int d = 0; d < cube_dim(); d++)
            scheduled[d] += (links >> d) & 1;
        if (run->records[step - 1].links != links && wrong++ == 0)
            fprintf(stderr,
                    "node %d: %s, step %" PRIu32 ": packets on links 0x%" PRIx32
                    ", scheduled 0x%" PRIx32 "\n",
                    cube_node(), name, step, run->records[step - 1].links, links);
    }
    for (int d = 0; d < cube_dim(); d++)
        if (stats->link[d].packets != scheduled[d] && wrong++ == 0)
            fprintf(stderr, "node %d: %s, link %d: %" PRIu64 " packets, scheduled %" PRIu64 "\n",
                    cube_node(), name, d, stats->link[d].packets, scheduled[d]);
    return wrong;
}

/* ---- Running ---- */

/* Puts the figures of all nodes together at node 0. */
static void sum_up(struct figures *figures) {
    struct figures *all = gather(figures, sizeof *figures);
    for (int v = 1; all && v < cube_nodes(); v++) {
        figures->steps = all[v].steps > figures->steps ? all[v].steps : figures->steps;
        figures->cycles = all[v].cycles > figures->cycles ? all[v].cycles : figures->cycles;
        figures->clock = all[v].clock > figures->clock ? all[v].clock : figures->clock;
        figures->wrong += all[v].wrong;
        figures->packets += all[v].packets;
        figures->bytes += all[v].bytes;
    }
    free(all);
}

/* Runs the algorithm once, and notes in *figures what the meters say. The cycles there, and
 * `fastest`, are those of the fastest run. */
static void run_once(const struct run *run, struct figures *figures,
                     struct cube_step_record *fastest) {
    const struct cube_algorithm *algorithm = run->algorithm;
    const struct cube_type *type = algorithm->combines ? &cube_byte : NULL;
    const struct cube_op *op = algorithm->combines ? &cube_sum : NULL;
    struct cube_stats stats;
    for (unsigned k = 0; k < algorithm->outputs; k++)
        memset(run->output[k], 0, run->blocks[k + 1] * run->bytes);
    moment_begin();
    cube_stats_clear();
    if (run->records)
        cube_trace(run->records, algorithm->steps);
    uint64_t begun = cube_time();
    uint64_t start = cube_cycles();
    must(cube_catalogue_run(algorithm->name, run->given, type, op, run->input,
                            (void *const *)run->output, run->bytes),
         algorithm->name);
    uint64_t cycles = cube_cycles() - start;
    uint64_t clock = cube_time() - begun;
    cube_trace(NULL, 0);
    cube_stats(&stats);
    /* The nodes share the host's time. So no node checks its results while others still run. */
    must(cube_barrier(), "barrier");

    figures->wrong += verify(run) + (run->records ? check_counts(run, &stats) : 0);
    for (uint32_t s = 0; run->records && cycles < figures->cycles && s < algorithm->steps; s++) {
        fastest[s] = run->records[s];
        fastest[s].cycles -= s == 0 ? start : run->records[s - 1].cycles;
    }
    figures->cycles = cycles < figures->cycles ? cycles : figures->cycles;
    figures->clock = cube_timed() ? clock : 0;
    figures->begun = cube_timed() ? begun : 0;
    figures->steps = stats.steps;
    figures->packets = figures->bytes = 0;
    for (int d = 0; d < cube_dim(); d++) {
        figures->packets += stats.link[d].packets;
        figures->bytes += stats.link[d].bytes;
    }
}

struct figures row_run(const struct cube_algorithm *algorithm, const struct cube_case *given,
                       size_t bytes, unsigned repetitions, struct cube_step_record *records) {
    struct figures figures = {.cycles = UINT64_MAX};
    struct run run = {.algorithm = algorithm,
                      .given = given,
                      .meaning = meaning_of(algorithm->operation, given),
                      .bytes = bytes};
    count_blocks(algorithm, &run.meaning, run.blocks);
    run.input = allocate(run.blocks[0], bytes);
    for (unsigned k = 0; k < algorithm->outputs; k++)
        run.output[k] = allocate(run.blocks[k + 1], bytes);
    if (records)
        run.records = allocate(algorithm->steps, sizeof *records);
    fill(run.input, &run.meaning, run.blocks[0], bytes);
    for (unsigned number = 0; number < repetitions; number++)
        run_once(&run, &figures, records);
    for (unsigned k = 0; k < algorithm->outputs; k++)
        free(run.output[k]);
    free(run.input);
    free(run.records);
    sum_up(&figures);
    return figures;
}

bool row_is_right(const struct figures *figures, const struct cube_algorithm *algorithm,
                  size_t bytes, uint64_t cubes) {
    uint64_t packets = algorithm->packets * cubes, all = algorithm->link_words * cubes * bytes;
    if (cube_node() != 0 || (figures->steps == algorithm->steps && figures->packets == packets &&
                             figures->bytes == all))
        return figures->wrong == 0;
    fprintf(stderr,
            "%s: counted %" PRIu32 " steps, %" PRIu64 " packets, %" PRIu64
            " bytes, but by its formulas %" PRIu32 ", %" PRIu64 ", %" PRIu64 "\n",
            algorithm->name, figures->steps, figures->packets, figures->bytes, algorithm->steps,
            packets, all);
    return false;
}
