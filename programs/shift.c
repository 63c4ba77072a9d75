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

static uint64_t size = 1024, by = 1, seed = 1;
static const char *order = "descend";
static struct way way = WAY_USUAL;
static struct cyclic cyclic = {.bytes = sizeof(uint64_t)};

static uint64_t element(uint64_t i) {
    struct random random = {seed + i};
    return random_word(&random);
}

static void fill(uint64_t first, uint64_t count, void *pairs) {
    for (uint64_t k = 0; k < count; k++) {
        uint64_t own = element(first + k);
        cyclic_pairs(&cyclic, &own, 1, (uint64_t *)pairs + 2 * k);
    }
}

static void unpair(uint64_t first, uint64_t count, const void *pairs, void *elements) {
    cyclic_result(&cyclic, first, pairs, count, elements);
}

/* Copies the two parts. */
static struct sequential copy(void *right) {
    uint64_t *elements = allocate(size, sizeof *elements), *to = right, shift = cyclic.shift;
    for (uint64_t i = 0; i < size; i++)
        elements[i] = element(i);
    uint64_t begun = moment();
    memcpy(to + shift, elements, (size - shift) * sizeof *elements);
    memcpy(to, elements + size - shift, shift * sizeof *elements);
    uint64_t time = moment() - begun;
    free(elements);
    return (struct sequential){"copying", time};
}

static bool verify(const void *all, const void *right) {
    bool is_right = memcmp(all, right, size * sizeof(uint64_t)) == 0;
    printf("shift: %" PRIu64 " elements by %" PRIu64 " on %d nodes, %s, %s: %s\n", size,
           cyclic.shift, cube_nodes(), order, way.name,
           is_right ? "every element is right" : "WRONG");
    return is_right;
}

int main(int count, char *words[]) {
    const struct program_option options[] = {
        OPTION_NUMBER("size", "elements", size, 1, MOST_SIZE),
        OPTION_NUMBER("by", "by how many places", by, 0, UINT32_MAX),
        OPTION_NUMBER("seed", "of the elements", seed, 0, UINT32_MAX),
        OPTION_WORD("order", "ascend or descend", order),
        WAY_OPTIONS(way),
    };
    OPTIONS_READ(count, words, "cyclic shift by +-2^b", options);
    cyclic.elements = size;
    cyclic.shift = by % size;
    const uint64_t nothing[2] = {0};
    struct pm2b program;
    cyclic_program(&program, &cyclic, nothing, way_order(order));
    way_set(&way, &program);
    static const struct problem shift = {sizeof(uint64_t), fill, unpair, copy, verify};
    return way_solve(&shift, &program);
}
