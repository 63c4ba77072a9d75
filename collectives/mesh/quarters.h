/* The tree along which all nodes of a ring or square mesh broadcast at once, on all their links.
 * Ozveren, Communication Aspects of Parallel Processing, 2.2.3 and 2.3.
 *
 * Let a tree carry a block from rank 0 to all others, by arcs x -> y. A translation by a takes them
 * to arcs a + x -> a + y, position by position, modulo the sides: these carry the block of rank a.
 * If in each step no two arcs of the tree have the same direction, all nodes can broadcast at once:
 * each link carries one block.
 *
 * A ring of 2h: in step t one arc goes on, t - 1 -> t, and one back, 1 - t -> -t, but in step h,
 * where the last node is reached from one side only.
 *
 * A mesh of 2h x 2h, h >= 2: a quarter turn takes (x, y) to (-y, x). Arcs that are turned into each
 * other have the four directions, so a step takes one arc (x - 1, y) -> (x, y) with x = 1 .. h and
 * y = 0 .. h - 1, and its three turns: first those with y = 0, then y = 1, ... Where x = 1 and y >
 * 0 the arc begins at (0, y), which is (y, 0) turned. Three nodes are their own turns, by a quarter
 * or by a half: (h, 0), (0, h), (h, h); they are reached in the last step, from (h - 1, 0), (0, h -
 * 1) and (h + 1, h). That is h^2 steps for 4 h^2 - 1 nodes: no fewer would do.
 *
 * Example, 4 x 4, the nodes that step 1, 2, 3, 4 reach:
 *            y   -1  0  1  2
 *     x = -1      2  1  2  3
 *     x =  0      1  .  1  4
 *     x =  1      2  1  2  3
 *     x =  2      3  4  3  4
 * Step 2 reaches (1, 1) from (0, 1), (-1, 1) from (-1, 0), (-1, -1) from (0, -1), (1, -1) from
 * (1, 0).
 *
 * Paths in the tree are shortest paths.
 */
#ifndef COLLECTIVES_MESH_QUARTERS_H
#define COLLECTIVES_MESH_QUARTERS_H

#include "collectives/schedule/schedule.h"

/* Directions: on along axis 0, on along axis 1, back along axis 0, back along axis 1. */
enum { MESH_DIRECTIONS = 4 };

/* An arc of the tree; ranks. */
struct tree_arc {
    uint32_t tail;
    uint32_t head;
};

/* Whether the mesh fits and is a ring or a square of sides of at least 4. The functions below need
 * one that does. */
bool quarters_fit(const struct shape *shape);

/* ceil((p - 1) / 2) round a ring of p nodes, ceil((p - 1) / 4) on a square. */
uint32_t quarters_steps(const struct shape *shape);

/* The arc of a direction in a step, 1 .. quarters_steps. False: it has none. */
bool quarters_arc(const struct shape *shape, uint32_t number, uint32_t direction,
                  struct tree_arc *arc);

/* Whether the tree's path to rank `end`, which is not 0, leads through rank `between` or ends
 * there. O(side). */
bool quarters_lead_through(const struct shape *shape, uint32_t between, uint32_t end);

/* The rank that is `by` further than `rank`, position by position; and as much before it. */
uint32_t mesh_translate(const struct shape *shape, uint32_t rank, uint32_t by);
uint32_t mesh_translate_back(const struct shape *shape, uint32_t rank, uint32_t by);

/* The port of a node for a direction. */
uint32_t mesh_port_to(const struct shape *shape, uint32_t node, uint32_t direction);

/* The opposite direction. */
static inline uint32_t mesh_opposite(uint32_t direction) {
    return direction ^ 2;
}

#endif
