/* Cyclic shift of M elements by q places, by +-2^b, for any M. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cube.h"
#include "programs/computations/moment.h"
#include "programs/computations/must.h"
#include "programs/computations/pm2b/cyclic.h"
#include "programs/parts/options.h"
#include "programs/parts/ways.h"
#include "programs/wormhole/random.h"

enum { MOST_SIZE = 1 << 22 };

static void fill(uint64_t seed, uint64_t first, uint64_t count, uint64_t elements[]) {
    for (uint64_t k = 0; k < count; k++) {
        struct random random = {seed + first + k};
        elements[k] = random_word(&random);
    }
}

/* The results of node 0 alone: it copies the two parts, and carries the program out. */
struct alone {
    uint64_t *right;
    struct sequential copying;
    uint64_t program;
};

static struct alone shift_alone(const struct pm2b *program, const struct cyclic *cyclic,
                                uint64_t seed) {
    uint64_t size = cyclic->elements, shift = cyclic->shift;
    struct alone alone = {.copying = {"copying", 0}};
    uint64_t *elements = allocate(size, sizeof *elements);
    uint64_t *pairs = allocate(pm2b_filled(size), 2 * sizeof *pairs);
    alone.right = allocate(size, sizeof *alone.right);
    fill(seed, 0, size, elements);
    uint64_t begun = moment();
    memcpy(alone.right + shift, elements, (size - shift) * sizeof *elements);
    memcpy(alone.right, elements + size - shift, shift * sizeof *elements);
    alone.copying.time = moment() - begun;
    cyclic_pairs(cyclic, elements, size, pairs);
    alone.program = way_alone(program, pairs);
    free(elements);
    free(pairs);
    return alone;
}

int main(int count, char *words[]) {
    uint64_t size = 1024, by = 1, seed = 1;
    const char *order = "descend";
    struct way way = WAY_USUAL;
    const struct program_option options[] = {
        {"size", "elements", &size, 1, MOST_SIZE, NULL, NULL},
        {"by", "by how many places", &by, 0, UINT32_MAX, NULL, NULL},
        {"seed", "of the elements", &seed, 0, UINT32_MAX, NULL, NULL},
        {"order", "ascend or descend", NULL, 0, 0, &order, NULL},
        WAY_OPTIONS(way),
    };
    int status;
    if (!options_read(count, words, "cyclic shift by +-2^b", options,
                      sizeof options / sizeof *options, &status))
        return status;
    const struct cyclic cyclic = {size, by % size, sizeof(uint64_t)};
    const uint64_t nothing[2] = {0};
    struct pm2b program;
    enum pm2b_order which;
    if (!way_order(order, &which))
        return STATUS_USAGE;
    cyclic_program(&program, &cyclic, nothing, which);
    if (!way_set(&way, &program))
        return STATUS_USAGE;

    const bool first = cube_node() == 0;
    struct alone alone = {0};
    if (first)
        alone = shift_alone(&program, &cyclic, seed);
    size_t block = pm2b_block(size);
    uint64_t *mine = allocate(block, sizeof *mine), *pairs = allocate(block, 2 * sizeof *pairs);
    uint64_t *all = first ? allocate(pm2b_filled(size), sizeof *all) : NULL;
    struct outcome outcome;
    fill(seed, way_first(size), block, mine);
    cyclic_pairs(&cyclic, mine, block, pairs);
    way_carry_out(&program, pairs, &outcome);
    cyclic_result(&cyclic, way_first(size), pairs, block, mine);
    way_gather(size, sizeof *mine, mine, all);

    bool is_right = !first || memcmp(all, alone.right, size * sizeof *all) == 0;
    if (first)
        printf("shift: %" PRIu64 " elements by %" PRIu64 " on %d nodes, %s, %s: %s\n", size,
               cyclic.shift, cube_nodes(), order, way.name,
               is_right ? "every element is right" : "WRONG");
    bool counts = way_report(&outcome, alone.program, &alone.copying);
    free(mine);
    free(pairs);
    free(all);
    free(alone.right);
    return is_right && counts ? EXIT_SUCCESS : EXIT_FAILURE;
}
