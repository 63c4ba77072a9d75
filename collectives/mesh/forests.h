/* The forests along which the blocks of an all-reduce are joined at edges of a ring or mesh, and go
 * back from there, on all links at once. Where 2 (p - 1) blocks for each of p nodes fill the links
 * in an odd number of steps, a tree with one root (tree.h) would need one more.
 *
 * An *edge* is rank a and the next rank on an axis of four positions or more. A forest leads from
 * the edge of rank 0 to all other ranks, by p - 2 arcs. Backwards, it brings the block of rank 0
 * from all ranks to the two of the edge, as two sums. The two exchange these, and then the forest
 * takes the result to all ranks. A translation by a does the same for block a.
 *
 * Let l be the links of a node, and T = 2 q + 1 the least steps, ceil(2 (p - 1) / l). If l divides
 * p - 2, all blocks are exchanged in step q + 1, and one forest of q steps is enough, which has an
 * arc in each direction in each step: the steps before are those after it, backwards.
 *
 * Else there are two forests. The ranks whose positions have an even sum, which are half of all,
 * use the first one for their results: they exchange in step q, and their results take q + 1 steps.
 * The others use the second one: they exchange in step q + 2, and their results take q - 1 steps.
 * Before the exchanges it is the other way round: all is the same backwards, for blocks of the
 * other half. An arc in a direction from ranks of even sums, and one from ranks of odd sums, are on
 * different links, and so a step has two arcs in each direction.
 *
 * Example, 2 x 4, l = 3, T = 5, one forest, from the edge of ranks 0 and 1:
 *     step 4    0 -> 3    0 -> 4    1 -> 2
 *     step 5    2 -> 6    4 -> 5    4 -> 7
 *
 * The arcs are found by a search like that of tree.h. There is no theorem that it finds them for
 * every mesh, but tests/check/check.c proves the schedule on all that a cube of eight
 * dimensions holds.
 *
 * So that the search does find them, sides of 2 are put together in pairs (joined.h). The meshes
 * here are those that joined_mesh returns, and the ranks are theirs.
 */
#ifndef COLLECTIVES_MESH_FORESTS_H
#define COLLECTIVES_MESH_FORESTS_H

#include "collectives/mesh/directions.h"
#include "collectives/schedule/algorithm.h"

/* Whether blocks are joined at edges: T is odd, and there is an edge; and T. They are the same for
 * a mesh before sides of 2 are put together. */
bool forests_fit(const struct shape *mesh);
uint32_t forests_steps(const struct shape *mesh);

/* Whether there are two forests. */
bool forests_are_two(const struct shape *mesh);

/* The direction that leads along the edge of a rank. */
uint32_t forests_edge(const struct shape *mesh);

/* 1 if the sum of a rank's positions is odd, else 0. */
uint32_t forests_parity(const struct shape *mesh, uint32_t rank);

/* The first step in which results go along a forest. */
uint32_t forests_first(const struct shape *mesh);

/* The size of the table of a mesh in bytes, and the search that fills the caller's memory of that
 * size with it. */
size_t forests_bytes(const struct shape *mesh);
void forests_make(const struct shape *mesh, void *table);

/* Sets *block to the rank whose result a rank sends in a direction in step `number`, forests_first
 * .. T. Returns false if it sends none. Reads the table. */
bool forests_block(const struct shape *mesh, uint32_t number, uint32_t rank, uint32_t direction,
                   uint32_t *block);

#endif
