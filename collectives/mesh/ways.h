/* The ways round the rings of a mesh, along one axis after the other, which all-gather, all-reduce,
 * prefix sums and total exchange share.
 *
 *   - ONE_WAY: everything goes forwards, side - 1 steps on an axis. In each step a node sends on
 * what came in the step before.
 *   - BOTH_AT_ONCE, with all ports: what is for the nearer half goes forwards, the rest back, in
 * the same steps, side / 2 on an axis.
 *   - BY_TURNS, with one port: positions exchange over every other link by turns
 *     (mesh_is_with_next), side / 2 steps on an axis. In step 1 of an axis two positions, 2j and
 *     2j + 1, are joined: then both have what *pair* j has. In step 2 each sends this over its
 * other link, and from then on what came over the other link in the step before. So what leaves a
 * pair moves on in every step, and the pairs on each side of a node come to it by turns, the
 * nearest one first. After h = side / 2 steps all h - 1 other pairs have come.
 */
#ifndef COLLECTIVES_MESH_WAYS_H
#define COLLECTIVES_MESH_WAYS_H

#include "collectives/schedule/algorithm.h"

enum way { ONE_WAY, BY_TURNS, BOTH_AT_ONCE };

/* A node's action in one direction in a step of an axis. */
struct leg {
    enum way way;
    uint32_t axis;
    uint32_t side;
    uint32_t position; /* this node's position on the axis */
    uint32_t step;     /* counted from 1 on this axis */
    uint32_t length;   /* how many steps of the axis anything goes in this direction */
    bool forwards;     /* whether the node sends to the next position */
    uint32_t out, in;  /* the ports on which it sends and receives; by turns they are one */
};

/* The steps on all axes together. */
uint32_t ways_steps(const struct shape *shape, enum way way);

enum { WAYS_LEGS = 2 };

/* Sets leg[] to the actions of a node of the mesh in step `number`, 1 .. ways_steps: back,
 * forwards, or both. The axes follow each other from the last to the first, or if `upwards` from
 * the first to the last. Returns the number of actions. */
uint32_t ways_legs(const struct shape *shape, uint32_t node, uint32_t number, enum way way,
                   bool upwards, struct leg leg[WAYS_LEGS]);

/* Whether the packet comes forwards, from the position before. */
static inline bool leg_comes_forwards(const struct leg *leg) {
    return leg->way == BY_TURNS ? !leg->forwards : leg->forwards;
}

/* Consecutive positions of an axis. */
struct positions {
    uint32_t first, count;
};

/* One way or by turns, if everything that comes is kept: whose share a position sends in a step of
 * an axis, and whose comes to it. By turns, in step 0 comes what its own pair has. */
struct positions ways_sent(enum way way, uint32_t side, uint32_t position, uint32_t step);
struct positions ways_come(enum way way, uint32_t side, uint32_t position, uint32_t step);

#endif
