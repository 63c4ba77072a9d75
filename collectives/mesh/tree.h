/* The tree along which all nodes of a ring or mesh broadcast at once, on all their links. Ozveren,
 * Communication Aspects of Parallel Processing, 2.2.3 and 2.3.
 *
 * Let a tree carry a block from rank 0 to all others, by arcs x -> y. A translation by a takes
 * these to arcs a + x -> a + y, position by position, modulo the sides, which carry the block of
 * rank a. If in each step no two arcs of the tree have the same direction, all nodes can broadcast
 * at once: each link carries one block.
 *
 * A node has as many links as there are directions: two on each axis, or one on an axis of side 2.
 * So the tree reaches at most N nodes in a step, and p - 1 nodes with l links each take at
 * least ceil((p - 1) / l) steps. The tree takes exactly this number. It is found by a search that
 * gives each direction of each step its node: the nodes are offered in the order of their distances
 * from rank 0. A node may get another direction so that a node further away gets one, but is never
 * left without one (matching.h). There is no theorem that the search never needs a step more, but
 * tests/check/check.c proves the schedule on all meshes that a cube of nine dimensions
 * holds. An arc leads away from rank 0, so all paths in the tree are shortest paths.
 *
 * Example, 4 x 4, which of the four steps reaches (x, y):
 *            y   -1  0  1  2
 *     x = -1      3  1  3  4
 *     x =  0      1  .  1  2
 *     x =  1      2  1  2  3
 *     x =  2      4  2  3  4
 * Step 2 reaches (2, 0) from (-1, 0), round the end, (1, -1) and (0, 2) from (0, -1), and (1, 1)
 * from (1, 0).
 */
#ifndef COLLECTIVES_MESH_TREE_H
#define COLLECTIVES_MESH_TREE_H

#include "collectives/mesh/directions.h"
#include "collectives/schedule/algorithm.h"

/* An arc of the tree, by the ranks of its ends. */
struct tree_arc {
    uint32_t tail;
    uint32_t head;
};

/* The functions below need a mesh that fits. Those of an arc read the table at shape->table. */

/* ceil((p - 1) / l) on p nodes with l links each. */
uint32_t mesh_tree_steps(const struct shape *shape);

/* The size of the table of a tree in bytes, and the search that fills the caller's memory of that
 * size with it. */
size_t mesh_tree_bytes(const struct shape *shape);
void mesh_tree_make(const struct shape *shape, void *table);

/* Fills *arc with the arc of a direction in step `number`, 1 .. mesh_tree_steps. Returns false if
 * the tree has none there. */
bool mesh_tree_arc(const struct shape *shape, uint32_t number, uint32_t direction,
                   struct tree_arc *arc);

/* Whether the tree's path from rank 0 to rank `end` leads through rank `between`, which is not 0,
 * or ends there. Takes a step for each link of the path. */
bool mesh_tree_leads_through(const struct shape *shape, uint32_t between, uint32_t end);

#endif
