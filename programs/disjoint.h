/* Paths between two nodes of a network that have nothing in common. */
#ifndef PROGRAMS_DISJOINT_H
#define PROGRAMS_DISJOINT_H

#include "networks.h"

enum what { SHARE_NO_LINK, SHARE_NO_NODE };

/* Finds as many paths between two different nodes as there can be that share no link, or no node
 * between; of these with the least sum of lengths. Returns how many, and unless `lengths` is null
 * writes their lengths there, ascending: room for as many as a node has links. By successive
 * shortest paths; as many as there must be cuts, by the theorem of max-flow and min-cut. */
int disjoint_paths(const struct network *network, int from, int to, enum what what, int lengths[]);

#endif
