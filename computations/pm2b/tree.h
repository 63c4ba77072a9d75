/* The offsets of less than L as a tree, such that every exchange with the neighbours on the ring is
 * of one element each way.
 *
 * Call those elements of a node whose slots are c modulo 2^k the class c of level k. The iteration
 * with offset 2^k makes of each element, and of the two next to it in its class of level k, a new
 * value. So it can be carried out class by class: of a class's elements it takes the first, third,
 * fifth, ... (a class of level k + 1), the second, fourth, ... (another one), and for the ends two
 * elements of neighbours: one to the left of the first, one to the right of the last.
 *
 * Ascending, level 0 has one class, all L elements, and each class is split into the two that the
 * next iteration leaves to go on with; level log L has one slot in each class. In the order of a
 * walk over the tree, root first, the slots come out in bit-reversed order, and no more than 2 L
 * elements are kept. Descending, everything goes backwards: slots come in, in bit-reversed order,
 * and two classes are joined when both are there.
 *
 * Example, L = 4, ascending: e is what the neighbours exchange
 *     level 0   class 0: slots 0 1 2 3         e: 0 down, 3 up
 *     level 1   class 0: slots 0 2             e: 0 down, 2 up     then slots 0 and 2 are ready
 *               class 1: slots 1 3             e: 1 down, 3 up     then slots 1 and 3 are ready
 */
#ifndef COMPUTATIONS_PM2B_TREE_H
#define COMPUTATIONS_PM2B_TREE_H

#include <stddef.h>

#include "computations/pm2b/ring.h"
#include "computations/pm2b/work.h"

/* A class of a level as its two halves, in each of which elements are next to each other: the even
 * ones, with room behind them for the neighbour's first, and the odd ones, with room before them
 * for the other neighbour's last. */
struct tree_level {
    size_t half; /* elements in each */
    char *even, *odd;
};

struct tree {
    struct work *work;
    char *elements; /* the L elements of the node */
    char *result;   /* L elements */
    struct tree_level level[8 * sizeof(size_t)];
    unsigned depth;   /* log L: levels that are split or joined */
    unsigned at;      /* the level of the present class, */
    size_t class;     /* which is this one */
    size_t exchanges; /* how many are left: L - 1 at first */
};

/* How many elements of memory it takes; and takes them, and goes to the first class in the order of
 * the program. */
size_t tree_room(const struct work *work);
void tree_begin(struct tree *tree, struct work *work, char *elements);

/* What the present class exchanges with those of the neighbours. Call tree_advance when it has
 * come: that computes, and goes to the next class. */
struct ring_pair tree_exchange(struct tree *tree);
void tree_advance(struct tree *tree);

#endif
