/* The offsets of less than L, carried out in such an order that every exchange with the neighbours
 * on the ring is of one element each way.
 *
 * The class c of level k has the elements of a node whose slots are c modulo 2^k. In the iteration
 * with offset 2^k the partners of an element are the two next to it in its class of level k. So the
 * iteration can be carried out class by class. A class of level k consists of two of level k + 1,
 * its even elements (the first, third, ...) and its odd ones. The partners of the even elements are
 * odd, and those of the odd elements are even; but the first element also needs the last one of the
 * same class at the neighbour before this node, and the last element the first one at the neighbour
 * after.
 *
 * Ascending, a walk over this tree of classes begins at level 0, where one class has all L
 * elements, and splits each class by computing new values of its even elements, going on with them,
 * and then of its odd elements. The classes of level log L are single slots, which come out in
 * bit-reversed order. No more than 2 L elements are kept at a time. Descending, everything goes
 * backwards: slots come in, in bit-reversed order, and two classes are joined as soon as both are
 * there.
 *
 * Example, L = 4, ascending: e is what the neighbours exchange
 *     level 0   class 0: slots 0 1 2 3         e: 0 down, 3 up
 *     level 1   class 0: slots 0 2             e: 0 down, 2 up     then slots 0 and 2 are ready
 *               class 1: slots 1 3             e: 1 down, 3 up     then slots 1 and 3 are ready
 */
#ifndef COMPUTATIONS_PM2B_TREE_H
#define COMPUTATIONS_PM2B_TREE_H

#include <stddef.h>

#include "programs/computations/pm2b/ring.h"
#include "programs/computations/pm2b/work.h"

/* A class, as its two halves: the even elements, with room after them for the first element of the
 * neighbour after this node, and the odd elements, with room before them for the last element of
 * the neighbour before. */
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
    unsigned at;      /* the level of the present class */
    size_t class;     /* and its number there */
    size_t exchanges; /* how many are left: L - 1 at first */
};

/* The memory of a tree, in elements. */
size_t tree_room(const struct work *work);

/* Takes this memory, and goes to the first class of the walk, in the order of the program. */
void tree_begin(struct tree *tree, struct work *work, char *elements);

/* Returns the exchange of the present class with the same class of the two neighbours. After the
 * exchange, tree_advance computes the values that are now possible, and goes to the next class.
 * Descending, the slots of a class of the last level must have been computed before its exchange.
 */
struct ring_pair tree_exchange(struct tree *tree);
void tree_advance(struct tree *tree);

#endif
