#include "programs/computations/pm2b/merge.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "cube.h"
#include "programs/computations/must.h"

/* The first iteration compares element r of the first half with element r of the second. Then comes
 * each element r whose bit b is set, with r + 2^b. So an element is compared with at most one
 * other, and the lesser of the two goes to the place with the lower number. r is counted from the
 * beginning of each merge.
 *
 * Example, 1 4 5 9 | 2 3 6 8:
 *     b = 2    1 3 5 8   2 4 6 9     0 with 4, 1 with 5, 2 with 6, 3 with 7
 *     b = 1    1 3 2 4   5 8 6 9     2 with 4, 3 with 5
 *     b = 0    1 2 3 4   5 6 8 9     1 with 2, 3 with 4, 5 with 6
 */
static const void *choose(const struct merge *merge, unsigned b, uint64_t i, const void *own,
                          const void *plus, const void *minus) {
    uint64_t all = UINT64_C(1) << merge->levels, offset = UINT64_C(1) << b;
    uint64_t r = i & (all - 1);
    bool first = b + 1 == merge->levels;
    bool lower = first ? r < offset : (r & offset) != 0; /* it is compared with r + 2^b */
    if (lower && r + offset < all)
        return merge->compare(own, plus) <= 0 ? own : plus;
    if (!lower && r >= offset)
        return merge->compare(minus, own) <= 0 ? own : minus;
    return own;
}

static void merge_run(const struct pm2b_run *run, const void *own, const void *plus,
                      const void *minus, void *result, const void *context) {
    const struct merge *merge = context;
    size_t bytes = merge->bytes;
    for (size_t at = 0, k = 0; k < run->count; k++, at += bytes)
        memcpy((char *)result + at,
               choose(merge, run->b, run->first + k * run->apart, (const char *)own + at,
                      (const char *)plus + at, (const char *)minus + at),
               bytes);
}

void merge_program(struct pm2b *program, struct merge *merge, uint64_t elements,
                   const void *neutral) {
    if (merge->levels == 0)
        merge->levels = (unsigned)__builtin_ctzll(pm2b_filled(elements));
    *program = (struct pm2b){
        .bytes = merge->bytes,
        .elements = elements,
        .neutral = neutral,
        .run = merge_run,
        .context = merge,
        .order = PM2B_DESCEND,
        .offsets = merge->levels,
    };
}

/* ---- Sorting ---- */

/* Sorts the elements of this node. Those with which it is filled up come behind all others. */
static void sort_block(const struct merge *merge, uint64_t elements, const void *neutral,
                       char *block) {
    size_t slots = pm2b_block(elements);
    uint64_t first = (uint64_t)cube_gray_inverse(cube_node()) * slots;
    for (size_t slot = 0; slot < slots; slot++)
        if (first + slot >= elements)
            memcpy(block + slot * merge->bytes, neutral, merge->bytes);
    qsort(block, slots, merge->bytes, merge->compare);
}

void merge_sort(const struct pm2b *how, struct merge *merge, uint64_t elements, const void *neutral,
                void *block, struct account *account, uint64_t *calls) {
    unsigned local = (unsigned)__builtin_ctzll(pm2b_block(elements));
    sort_block(merge, elements, neutral, block);
    for (int level = 1; level <= cube_dim(); level++) {
        struct pm2b program;
        merge->levels = local + (unsigned)level;
        merge_program(&program, merge, pm2b_filled(elements), neutral);
        program.execution = how->execution;
        program.packet = how->packet;
        must(pm2b_compute(&program, block, account, calls), "a merge");
    }
}
