/* Up-down routing (Schroeder et al., "Autonet", IEEE JSAC 9(8), 1991). Each link that lives has an
 * upper end: the one nearer to a root, and of two that are as near the one with the lower number. A
 * path goes up as often as it likes, and then only down. So no path turns from down to up. The ends
 * of all links are in one order, so channels that wait for each other in a circle would have to
 * turn from down to up somewhere, and nothing can wait in a circle. Between any two nodes that are
 * connected there is a path: up to the root and down again. */
#ifndef FAULTS_UP_DOWN_H
#define FAULTS_UP_DOWN_H

#include "net/ways/faults.h"

/* Finds how far each of the 2^n nodes is from its root, in links that live: level[node]. The root
 * is the node with the most links that live, the first of several; what is not connected with it
 * has roots of its own. `queue` has room for 2^n nodes, and what is in it afterwards means nothing.
 * Returns how many nodes are connected with the root, itself included. */
uint32_t up_down_levels(const struct faults *faults, uint16_t level[], uint16_t queue[]);

/* Whether a step from one node to a neighbour goes up. */
static inline bool up_down_is_up(const uint16_t level[], uint32_t from, uint32_t to) {
    return level[to] < level[from] || (to < from && level[to] == level[from]);
}

#endif
