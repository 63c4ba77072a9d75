/* Batcher's odd-even merge by +-2^b, and a merge sort of such merges. */
#ifndef COMPUTATIONS_PM2B_MERGE_H
#define COMPUTATIONS_PM2B_MERGE_H

#include "programs/computations/pm2b/pm2b.h"

struct merge {
    size_t bytes;                                 /* of an element */
    int (*compare)(const void *a, const void *b); /* as qsort has it */
    unsigned levels;                              /* log of the elements of a merge */
};

/* Makes *program the merge of all sorted halves: for every k the 2^(levels - 1) elements from k
 * 2^levels on, and as many that follow, become 2^levels sorted ones. `elements` is how many there
 * are in all. If merge->levels is 0 it is set to log M, else it must be log L or more. `neutral` is
 * an element that is greater than all others, or the same in all bytes as the greatest. It and
 * *merge must live as long as the program. The program descends; ascending, it would not merge. The
 * caller chooses the execution. K. E. Batcher, "Sorting networks and their applications", 1968. */
void merge_program(struct pm2b *program, struct merge *merge, uint64_t elements,
                   const void *neutral);

/* Sorts the elements of which this node has L at `block`: each node sorts its own by qsort, and
 * then log N merges follow, each of twice as many elements as the one before. They are carried out
 * as the execution and the packet of `how` say; nothing else of `how` counts. Arguments as above;
 * merge->levels is set by this call. */
void merge_sort(const struct pm2b *how, struct merge *merge, uint64_t elements, const void *neutral,
                void *block, struct account *account, uint64_t *calls);

#endif
