/* The number of early turns of the first axis of a mesh in an all-gather (allgather_turns.c), and
 * the resulting number of steps. */
#ifndef COLLECTIVES_MESH_EARLY_TURNS_H
#define COLLECTIVES_MESH_EARLY_TURNS_H

#include "collectives/schedule/algorithm.h"

/* Whether the all-gather is for this shape, and its steps. */
bool mesh_turns_fit(const struct shape *shape);
uint32_t mesh_turns_steps(const struct shape *shape);

/* The functions below need a mesh that has no axis of side 1, for which the all-gather is. */

/* How many blocks a row of the first axis has, and how many of these are moved at a time: sets of
 * blocks begin at a multiple of their size (struct block_set), and so do rows. */
uint32_t mesh_row_blocks(const struct shape *mesh);
uint32_t mesh_moved_at_once(const struct shape *mesh);

/* The most turns, a power of two, after which no pair of columns is larger than a row, and the
 * early rows can be moved in one step. */
uint32_t mesh_early_turns(const struct shape *mesh);

/* The steps along the rows, both ways by turns. */
uint32_t mesh_row_steps(const struct shape *mesh);

#endif
