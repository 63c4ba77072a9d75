/* Symbolic contents: what a block holds, as a number. Equal numbers are equal contents; unequal
 * ones may be the same sum put together in two ways, so compare with contents_are. */
#ifndef CHECK_CONTENTS_H
#define CHECK_CONTENTS_H

#include "collectives/schedule/algorithm.h"

/* A block of which nothing is known. */
#define CONTENTS_NOTHING 0u

/* Forgets everything; from now on an input has `blocks` blocks at most. */
void contents_begin(uint32_t blocks);
void contents_end(void);

/* What an input block of the node of that rank holds. */
uint32_t contents_input(uint32_t rank, uint32_t block);

/* left op right. CONTENTS_NOTHING if one of them is, if a node is in both, or if they are of
 * different blocks. */
uint32_t contents_combine(uint32_t left, uint32_t right);

/* Whether `number` is what it must be; in the order of the ranks, if `ordered`. */
bool contents_are(uint32_t number, struct content content, bool ordered);

/* What a block holds, in parts: its number in the inputs it is from, and the set of their ranks, 64
 * at most, as bits. CONTENTS_NOTHING: block 0, no ranks. */
struct contents_parts {
    uint32_t block;
    uint64_t ranks;
};
struct contents_parts contents_parts(uint32_t number);

#endif
