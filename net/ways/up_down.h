/* Up-down routing (Schroeder et al., "Autonet", IEEE JSAC 9(8), 1991). Each live link has an upper
 * end: the one nearer to a root, or of two at equal distance the one with the lower number. A path
 * goes up any number of links, and then only down, so it never turns from down to up. The ends of
 * all links are in one order, so channels that wait in a circle would have to turn from down to up
 * somewhere: nothing can wait in a circle. Between any two connected nodes there is a path: up to
 * the root and down again. */
#ifndef WAYS_UP_DOWN_H
#define WAYS_UP_DOWN_H

#include "net/ways/faults.h"

/* Finds the distance of each of the 2^n nodes from its root, in live links: level[node]. The root
 * is the node with the most live links, the first of several; nodes that are not connected with it
 * have roots of their own. `queue` has room for 2^n nodes, with undefined contents afterwards.
 * Returns the number of nodes that are connected with the root, itself included. */
uint32_t up_down_levels(const struct faults *faults, uint16_t level[], uint16_t queue[]);

/* Whether a step from one node to a neighbour goes up. */
static inline bool up_down_is_up(const uint16_t level[], uint32_t from, uint32_t to) {
    return level[to] < level[from] || (to < from && level[to] == level[from]);
}

#endif
