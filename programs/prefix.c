/* Parallel prefix by +-2^b: sums or, only ascending, the composition of maps x -> a x + b, which
 * does not commute. All are whole numbers modulo 2^32, so every digit is compared with the result
 * of node 0 alone, one element after the other. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cube.h"
#include "programs/computations/moment.h"
#include "programs/computations/must.h"
#include "programs/computations/pm2b/prefix.h"
#include "programs/parts/options.h"
#include "programs/parts/ways.h"
#include "programs/wormhole/random.h"

enum { MOST_SIZE = 1 << 22 };

/* A number to be added has a = 1. */
struct map {
    uint32_t a, b;
};

/* Applies first the left map, and then the right one. */
static void compose(const void *left_in, void *right_inout, size_t count,
                    const struct cube_type *type) {
    const struct map *left = left_in;
    struct map *right = right_inout;
    (void)type;
    for (size_t k = 0; k < count; k++)
        right[k] = (struct map){left[k].a * right[k].a, right[k].a * left[k].b + right[k].b};
}

static const struct cube_type map_type = {.bytes = sizeof(struct map)};
static const struct cube_op composition = {.function = compose};
static const struct cube_op sum = {.function = compose, .commutative = 1}; /* if a = 1 */

static void fill(uint64_t seed, bool maps, uint64_t first, uint64_t count, struct map elements[]) {
    for (uint64_t k = 0; k < count; k++) {
        struct random random = {seed + first + k};
        uint64_t word = random_word(&random);
        elements[k] = (struct map){maps ? (uint32_t)(word >> 32) : 1, (uint32_t)word};
    }
}

/* Computes all prefixes, one after the other, at node 0. Returns the time that this takes. */
static struct sequential add_up(struct map elements[], uint64_t size) {
    uint64_t begun = moment();
    for (uint64_t i = 1; i < size; i++)
        compose(&elements[i - 1], &elements[i], 1, &map_type);
    return (struct sequential){"one by one", moment() - begun};
}

int main(int count, char *words[]) {
    uint64_t size = 1024, seed = 1;
    bool maps = false;
    const char *order = "ascend";
    struct way way = WAY_USUAL;
    const struct program_option options[] = {
        {"size", "elements", &size, 1, MOST_SIZE, NULL, NULL},
        {"seed", "of the elements", &seed, 0, UINT32_MAX, NULL, NULL},
        {"maps", "maps x -> a x + b in place of numbers", NULL, 0, 0, NULL, &maps},
        {"order", "ascend or descend", NULL, 0, 0, &order, NULL},
        WAY_OPTIONS(way),
    };
    int status;
    if (!options_read(count, words, "parallel prefix by +-2^b", options,
                      sizeof options / sizeof *options, &status))
        return status;
    const struct map nothing = {1, 0};
    const struct prefix prefix = {&map_type, maps ? &composition : &sum};
    struct pm2b program;
    enum pm2b_order which;
    if (!way_order(order, &which))
        return STATUS_USAGE;
    if (prefix_program(&program, &prefix, size, &nothing, which) != 0) {
        if (cube_node() == 0)
            fprintf(stderr, "maps do not commute (use --order ascend)\n");
        return STATUS_USAGE;
    }
    if (!way_set(&way, &program))
        return STATUS_USAGE;

    struct map *all = NULL, *right = NULL;
    struct sequential sequential = {0};
    uint64_t alone = 0;
    const bool first = cube_node() == 0;
    if (first) {
        all = allocate(pm2b_filled(size), sizeof *all);
        right = allocate(size, sizeof *right);
        fill(seed, maps, 0, size, right);
        sequential = add_up(right, size);
        fill(seed, maps, 0, size, all);
        alone = way_alone(&program, all);
    }
    size_t block = pm2b_block(size);
    struct map *mine = allocate(block, sizeof *mine);
    struct outcome outcome;
    fill(seed, maps, way_first(size), block, mine);
    way_carry_out(&program, mine, &outcome);
    way_gather(size, sizeof *mine, mine, all);

    bool is_right = !first || memcmp(all, right, size * sizeof *all) == 0;
    if (first)
        printf("prefix: %" PRIu64 " %s on %d nodes, %s, %s: %s\n", size, maps ? "maps" : "numbers",
               cube_nodes(), order, way.name, is_right ? "every element is right" : "WRONG");
    bool counts = way_report(&outcome, alone, &sequential);
    free(all);
    free(right);
    free(mine);
    return is_right && counts ? EXIT_SUCCESS : EXIT_FAILURE;
}
