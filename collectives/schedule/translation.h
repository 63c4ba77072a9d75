/* Broadcast trees translated by the group of the cube.
 *
 * Let a tree carry a block from node 0 to every node, by arcs x -> y, each in some step. XOR with a
 * maps arcs to arcs: the arcs a ^ x -> a ^ y carry the block of node a to every node. If in no step
 * two arcs of the tree are on one dimension, all nodes can broadcast at once: on the link of
 * dimension m every node sends the block that the arc on m of this step gives it, and no link
 * carries two. [Ozveren, 2.3]
 *
 * So the table of a tree is enough for all nodes: for each step and each dimension the head y of
 * the tree's arc there, or 0 if it has none.
 */
#ifndef COLLECTIVES_SCHEDULE_TRANSLATION_H
#define COLLECTIVES_SCHEDULE_TRANSLATION_H

#include "collectives/schedule/schedule.h"

/* The head of the arc on `port` in step `number` of a table for the n-cube, n = `dimension`. */
static inline uint32_t translation_head(const void *table, uint32_t dimension, uint32_t number,
                                        uint32_t port) {
    return ((const uint16_t *)table)[(number - 1) * dimension + port];
}

/* The size of the table of a tree with so many steps. */
static inline size_t translation_bytes(uint32_t dimension, uint32_t steps) {
    return (size_t)dimension * steps * sizeof(uint16_t);
}

/* The tree of any broadcast of one packet without relays. Its arcs of one step on one dimension
 * come one after the other: step i takes as many steps as there are on the dimension that has most
 * of them, r_max,i. [Ozveren, Proposition 2.2] translation_steps returns the sum of all r_max,i;
 * O(n N) for each step of the broadcast. */
uint32_t translation_steps(const struct algorithm *broadcast, uint32_t dimension);
void translation_of_broadcast(const struct algorithm *broadcast, uint32_t dimension, void *table);

/* The tree by shift classes: node numbers that are rotations of one another are a class, and are
 * reached in one step. Classes by weight, then by their least number. [Ozveren, appendix B] */
uint32_t classes_steps(uint32_t dimension);
void translation_by_classes(uint32_t dimension, void *table);

/* The same tree without gaps: the next class begins in the step, and on the dimension, where the
 * last one has ended. Every step but the last one uses every dimension: ceil((N - 1) / n) steps,
 * the least there can be. */
uint32_t dense_steps(uint32_t dimension);
void translation_dense(uint32_t dimension, void *table);

#endif
