/* Paths between two nodes of a network that have nothing in common. */
#ifndef PROGRAMS_PARTS_DISJOINT_H
#define PROGRAMS_PARTS_DISJOINT_H

#include "programs/parts/networks.h"

enum what { SHARE_NO_LINK, SHARE_NO_NODE };

/* Finds the largest number of paths between two different nodes that share no link, or no node in
 * between. Among such sets of paths it finds one with the least sum of lengths. Returns the number
 * of paths. Writes their lengths, in ascending order, to `lengths` unless it is null; it needs room
 * for the links of a node. The method is that of successive shortest paths. By the max-flow
 * min-cut theorem the result is also the least number of links, or nodes, that separate the two. */
int disjoint_paths(const struct network *network, int from, int to, enum what what, int lengths[]);

#endif
