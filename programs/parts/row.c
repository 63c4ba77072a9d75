#include "programs/parts/row.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collectives/check/meaning.h"
#include "cube.h"
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
                          char *text, size_t size) {
    text[0] = '\0';
    if (algorithm->varies & CUBE_VARIES_SHIFT)
        snprintf(text, size, "shift %d", given->shift);
    size_t used = strlen(text);
    const char *separator = used > 0 ? ", " : "";
    if (given->axes == 1)
        snprintf(text + used, size - used, "%sring", separator);
    else if (given->axes == 2)
        snprintf(text + used, size - used, "%smesh %u x %u", separator, given->side[0],
                 given->side[1]);
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

/* Whether a block is the sum of the same bytes of the ranks content.first to content.last. */
static bool is_right(const char *at, struct cube_content content, size_t bytes) {
    uint32_t count = content.last - content.first + 1;
    uint32_t ranks = count * (content.first + content.last) / 2;
    for (size_t k = 0; k < bytes; k++)
        if ((uint8_t)at[k] != (uint8_t)(FACTOR * ranks + count * rest(content.block, k)))
            return false;
    return true;
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
    fprintf(stderr, "node %d: %s has another number of blocks than %s needs\n", cube_node(),
            algorithm->name, algorithm->operation);
    exit(EXIT_FAILURE);
}

/* Returns the number of wrong blocks in all outputs. */
static uint32_t verify(char *const output[], const struct cube_algorithm *algorithm,
                       const struct meaning *meaning, const uint32_t blocks[], size_t bytes) {
    uint32_t rank = meaning_rank(meaning, meaning_here(meaning)), wrong = 0;
    for (unsigned area = 1; area <= algorithm->outputs; area++)
        for (uint32_t block = 0; block < blocks[area]; block++)
            wrong += !is_right(output[area - 1] + block * bytes,
                               meaning_content(meaning, rank, area, block), bytes);
    if (wrong > 0)
        fprintf(stderr, "node %d: %s: %u wrong blocks\n", cube_node(), algorithm->name,
                (unsigned)wrong);
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

/* Runs the algorithm once, and notes in *figures what the meters say. The cycles there are those of
 * the fastest run. */
static void run_once(const struct cube_algorithm *algorithm, const struct cube_case *given,
                     const char *input, void *const output[], size_t bytes,
                     struct figures *figures) {
    struct cube_stats stats;
    const struct cube_type *type = algorithm->combines ? &cube_byte : NULL;
    const struct cube_op *op = algorithm->combines ? &cube_sum : NULL;
    moment_begin();
    cube_stats_clear();
    uint64_t begun = cube_time();
    uint64_t start = cube_cycles();
    must(cube_catalogue_run(algorithm->name, given, type, op, input, output, bytes),
         algorithm->name);
    uint64_t cycles = cube_cycles() - start;
    uint64_t clock = cube_time() - begun;
    cube_stats(&stats);
    must(cube_barrier(), "barrier");

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
                       size_t bytes, unsigned repetitions) {
    struct figures figures = {.cycles = UINT64_MAX};
    struct meaning meaning = meaning_of(algorithm->operation, given);
    uint32_t blocks[1 + MOST_OUTPUTS];
    count_blocks(algorithm, &meaning, blocks);
    char *input = allocate(blocks[0], bytes);
    char *output[MOST_OUTPUTS] = {NULL};
    for (unsigned k = 0; k < algorithm->outputs; k++)
        output[k] = allocate(blocks[k + 1], bytes);
    fill(input, &meaning, blocks[0], bytes);
    for (unsigned run = 0; run < repetitions; run++)
        run_once(algorithm, given, input, (void *const *)output, bytes, &figures);
    figures.wrong = verify(output, algorithm, &meaning, blocks, bytes);
    for (unsigned k = 0; k < algorithm->outputs; k++)
        free(output[k]);
    free(input);
    sum_up(&figures);
    return figures;
}
