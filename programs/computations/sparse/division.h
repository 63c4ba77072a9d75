/* How the unknowns of a problem are divided among the nodes: in blocks of consecutive places, one
 * block after the other along the ring of Gray codes, so that consecutive blocks are at neighbours
 * of the cube (Ozveren, section 3.3.1). */
#ifndef COMPUTATIONS_SPARSE_DIVISION_H
#define COMPUTATIONS_SPARSE_DIVISION_H

#include <stddef.h>

struct division {
    size_t size;   /* places in all, 0 .. size - 1 */
    size_t most;   /* places of the largest block */
    size_t blocks; /* one for each node; block k is at node cube_gray(k) */
    size_t *first; /* the first place of each block, and behind the last one the size */
};

/* Divides `size` places evenly among the nodes of the cube: all blocks have ceil(size / nodes)
 * places, except the last ones, which have fewer or none. The caller ends with
 * division_free. */
void division_make(struct division *division, size_t size);

/* Divides places that are in groups: group g is the places ends[g - 1] .. ends[g] - 1, where
 * ends[-1] means 0. The number of groups is a power of two, not above that of the nodes, and each
 * group is divided evenly among as many nodes, which are a subcube. */
void division_make_grouped(struct division *division, const size_t ends[], size_t groups);

void division_free(struct division *division);

/* The block of this node: its number, its first place, and how many places it has. */
size_t division_mine(void);
size_t division_first(const struct division *division);
size_t division_count(const struct division *division);

/* The block that has this place, and the node that has the block. */
size_t division_block_of(const struct division *division, size_t place);
int division_owner(const struct division *division, size_t place);

/* Returns the highest dimension in which two nodes differ. Neighbours differ in no other. */
int division_dimension(int node, int other);

#endif
