/* Symbolic contents of blocks, as numbers. Equal numbers are equal contents; unequal ones may be
 * the same sum in two forms, so compare with contents_are. */
#ifndef CHECK_CONTENTS_H
#define CHECK_CONTENTS_H

#include "collectives/schedule/algorithm.h"

/* A block of which nothing is known. */
#define CONTENTS_NOTHING 0u

/* Forgets everything. From then on an input has at most `blocks` blocks. */
void contents_begin(uint32_t blocks);
void contents_end(void);

/* The content of an input block of the node of that rank. */
uint32_t contents_input(uint32_t rank, uint32_t block);

/* Returns left op right, or CONTENTS_NOTHING if one of them is that, if a node is in both, or if
 * they are of different blocks. */
uint32_t contents_combine(uint32_t left, uint32_t right);

/* Returns null if left op right is a valid partial result, or the error in a few words: one is
 * nothing, a node is in both, they are of different blocks, or, if `ordered`, the ranks of one are
 * not all before those of the other. */
const char *contents_spoil(uint32_t left, uint32_t right, bool ordered);

/* Whether `number` stands for the wanted contents, combined in the order of the ranks if `ordered`.
 */
bool contents_are(uint32_t number, struct cube_content content, bool ordered);

/* Writes the content of a block in words: "nothing", "block 2 of node 5", "block 0 of nodes 0-3+6",
 * with "in another order" behind sums that are not in the order of the ranks. At most `size` bytes.
 */
void contents_text(uint32_t number, char *text, size_t size);

/* Writes the ranks that a block is combined of: "5", "0-3+6", "" for nothing. At most `size` bytes.
 */
void contents_ranks(uint32_t number, char *text, size_t size);

/* The parts of a content: the number of the input blocks, and the set of their ranks, at most 64,
 * as bits. CONTENTS_NOTHING is block 0 of no ranks. */
struct contents_parts {
    uint32_t block;
    uint64_t ranks;
};
struct contents_parts contents_parts(uint32_t number);

#endif
