/* Broadcast trees translated by the group of the cube.
 *
 * Let a tree carry a block from node 0 to every node by arcs x -> y, each in some step. XOR with a
 * maps arcs to arcs: the arcs a ^ x -> a ^ y carry the block of node a to every node. If in no step
 * two arcs of the tree are on one dimension, all nodes can broadcast at once. In a step that has an
 * arc on dimension m, every node sends one block on its link of dimension m, and no link carries
 * two. [Ozveren, 2.3]
 *
 * So one table of the tree is enough for all nodes. It has, for each step and each dimension, the
 * head y of the tree's arc there, or 0 if the tree has none there.
 */
#ifndef COLLECTIVES_SCHEDULE_TRANSLATION_H
#define COLLECTIVES_SCHEDULE_TRANSLATION_H

#include "collectives/schedule/algorithm.h"

/* The head of the arc on `port` in step `number` of a table for the n-cube, n = `dimension`. */
static inline uint32_t translation_head(const void *table, uint32_t dimension, uint32_t number,
                                        uint32_t port) {
    return ((const uint16_t *)table)[(number - 1) * dimension + port];
}

/* The functions below are members of algorithms: the steps of a tree, the size of its table, and
 * what writes it. */
size_t translation_bytes(const struct shape *shape, uint32_t steps);

/* The tree of any broadcast of one packet without relays. Arcs of one step that are on the same
 * dimension follow one after the other. So step i takes r_max,i steps, where r_max,i is the number
 * of arcs on the dimension that has the most of them. [Ozveren, Proposition 2.2] Takes O(n N) for
 * each step of the broadcast. */
void translation_of_broadcast(const struct algorithm *broadcast, uint32_t dimension, void *table);

/* The tree by shift classes. Node numbers that are rotations of one another are a class, and are
 * reached in one step. The classes are ordered by weight, then by their least number. [Ozveren,
 * appendix B] */
uint32_t classes_tree_steps(const struct shape *shape);
size_t classes_tree_bytes(const struct shape *shape);
void classes_tree_make(const struct shape *shape, void *table);

/* The tree by shift classes without gaps: a class begins in the step, and on the dimension, where
 * the one before it has ended. Every step but the last one uses every dimension. That makes ceil((N
 * - 1) / n) steps, the least there can be. */
uint32_t dense_tree_steps(const struct shape *shape);
size_t dense_tree_bytes(const struct shape *shape);
void dense_tree_make(const struct shape *shape, void *table);

#endif
