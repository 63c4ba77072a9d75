/* Parallel prefix by +-2^b: sums or, only ascending, the composition of maps x -> a x + b, which
 * does not commute. All are whole numbers modulo 2^32, so every digit is compared with the result
 * of node 0 alone, one element after the other. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cube.h"
#include "programs/computations/moment.h"
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

static uint64_t size = 1024, seed = 1;
static bool maps;
static const char *order = "ascend";
static struct way way = WAY_USUAL;

static void fill(uint64_t first, uint64_t count, void *elements) {
    for (uint64_t k = 0; k < count; k++) {
        struct random random = {seed + first + k};
        uint64_t word = random_word(&random);
        ((struct map *)elements)[k] =
            (struct map){maps ? (uint32_t)(word >> 32) : 1, (uint32_t)word};
    }
}

/* Computes all prefixes, one after the other. */
static struct sequential add_up(void *right) {
    struct map *elements = right;
    fill(0, size, elements);
    uint64_t begun = moment();
    for (uint64_t i = 1; i < size; i++)
        compose(&elements[i - 1], &elements[i], 1, &map_type);
    return (struct sequential){"one by one", moment() - begun};
}

static bool verify(const void *all, const void *right) {
    bool is_right = memcmp(all, right, size * sizeof(struct map)) == 0;
    printf("prefix: %" PRIu64 " %s on %d nodes, %s, %s: %s\n", size, maps ? "maps" : "numbers",
           cube_nodes(), order, way.name, is_right ? "every element is right" : "WRONG");
    return is_right;
}

int main(int count, char *words[]) {
    const struct program_option options[] = {
        OPTION_NUMBER("size", "elements", size, 1, MOST_SIZE),
        OPTION_NUMBER("seed", "of the elements", seed, 0, UINT32_MAX),
        OPTION_FLAG("maps", "maps x -> a x + b in place of numbers", maps),
        OPTION_WORD("order", "ascend or descend", order),
        WAY_OPTIONS(way),
    };
    OPTIONS_READ(count, words, "parallel prefix by +-2^b", options);
    const struct map nothing = {1, 0};
    const struct prefix prefix = {&map_type, maps ? &composition : &sum};
    struct pm2b program;
    if (prefix_program(&program, &prefix, size, &nothing, way_order(order)) != 0)
        options_refuse("maps do not commute (use --order ascend)");
    way_set(&way, &program);
    static const struct problem prefixes = {sizeof(struct map), fill, NULL, add_up, verify};
    return way_solve(&prefixes, &program);
}
