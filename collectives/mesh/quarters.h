/* The tree along which all nodes of a ring or square mesh broadcast at once, on all their links.
 * Ozveren, Communication Aspects of Parallel Processing, 2.2.3 and 2.3.
 *
 * Let a tree carry a block from rank 0 to all others, by arcs x -> y. A translation by a takes
 * these to arcs a + x -> a + y, position by position, modulo the sides, which carry the block of
 * rank a. If in each step no two arcs of the tree have one direction, all nodes can broadcast at
 * once: each link carries one block.
 *
 * A ring of 2h. In step t one arc goes forwards, t - 1 -> t, and one back, 1 - t -> -t. But in step
 * h there is one arc, for the last node is reached from one side alone.
 *
 * A mesh of 2h x 2h, h >= 2. A quarter turn takes (x, y) to (-y, x), and an arc and its three turns
 * have the four directions. So each step has one arc (x - 1, y) -> (x, y) with x = 1 .. h and y =
 * 0 .. h - 1, and its three turns: first those with y = 0, then those with y = 1, and so on. Where
 * x = 1 and y > 0 the arc begins at (0, y), which is a turn of (y, 0), so it has been reached.
 * Three nodes are turned into themselves, (h, h) by a quarter turn, (h, 0) and (0, h) by a half
 * turn. They are reached in the last step, from (h + 1, h), (h - 1, 0) and (0, h - 1). That makes
 * h^2 steps for 4 h^2 - 1 nodes, and no fewer would do.
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

#include "collectives/schedule/algorithm.h"

/* Directions: 0 is forwards on axis 0, 1 forwards on axis 1, 2 back on axis 0, 3 back on axis 1. */
enum { MESH_DIRECTIONS = 4 };

/* An arc of the tree, by the ranks of its ends. */
struct tree_arc {
    uint32_t tail;
    uint32_t head;
};

/* Whether the mesh fits, and is a ring or a square of sides of at least 4. The functions below need
 * such a mesh. */
bool quarters_fit(const struct shape *shape);

/* ceil((p - 1) / 2) round a ring of p nodes, ceil((p - 1) / 4) on a square. */
uint32_t quarters_steps(const struct shape *shape);

/* Fills *arc with the arc of a direction in step `number`, 1 .. quarters_steps. Returns false if
 * the tree has none there. */
bool quarters_arc(const struct shape *shape, uint32_t number, uint32_t direction,
                  struct tree_arc *arc);

/* Whether the tree's path from rank 0 to rank `end`, which is not 0, leads through rank `between`
 * or ends there. Takes O(side). */
bool quarters_lead_through(const struct shape *shape, uint32_t between, uint32_t end);

/* The rank that a translation by rank `by` takes to `rank`. */
uint32_t mesh_translate_back(const struct shape *shape, uint32_t rank, uint32_t by);

/* The port of a node that leads in a direction. */
uint32_t mesh_port_to(const struct shape *shape, uint32_t node, uint32_t direction);

/* The opposite direction. */
static inline uint32_t mesh_opposite(uint32_t direction) {
    return direction ^ 2;
}

#endif
