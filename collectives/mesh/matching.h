/* Matchings of nodes with the directions of a mesh. In one step, each direction is given to at most
 * one node, and each node has at most one direction. They are found by augmenting paths: H. W.
 * Kuhn, The Hungarian Method for the Assignment Problem, 1955. */
#ifndef COLLECTIVES_MESH_MATCHING_H
#define COLLECTIVES_MESH_MATCHING_H

#include "collectives/mesh/directions.h"

enum { MATCHING_NONE = 0 }; /* rank 0 is never given a direction */

struct matching {
    uint32_t directions;
    /* Whether a direction may be given to a rank. */
    bool (*may_have)(const void *argument, uint32_t rank, uint32_t direction);
    const void *argument;
    uint16_t rank[MESH_DIRECTIONS]; /* the rank that has the direction, or MATCHING_NONE */
    bool is_tried[MESH_DIRECTIONS]; /* whether the offer that is being made has tried it */
};

/* Takes all directions back. */
void matching_clear(struct matching *matching);

/* Gives a direction to a rank, which is not 0 and has no direction yet. If all directions that it
 * may have are taken, the ranks that have these take other ones if they can; none of them is left
 * without a direction. Returns whether the rank now has one. */
bool matching_offer(struct matching *matching, uint32_t rank);

/* Trees that grow from rank 0, or from it and another rank, by a matching in each step: `trees` of
 * them, on the same mesh. What is matched are items: rank r in tree k is r + k p, on p nodes. */
enum { GROWTH_TREES = 2 };

struct growth {
    const struct shape *mesh;
    uint32_t trees;
    uint16_t order[SCHEDULE_NODES]; /* the ranks by their distances from the nearer of the two */
    bool reached[GROWTH_TREES][SCHEDULE_NODES]; /* by a step before this one */
};

/* Sets the order, in which ranks 0 and `other`, which may be the same, are the first. Nothing has
 * been reached. */
void growth_begin(struct growth *growth, const struct shape *mesh, uint32_t trees, uint32_t other);

/* Chooses the items that a step reaches: the largest of all sets that it can reach at once. */
void growth_choose(const struct growth *growth, struct matching *heads);

#endif
