/* How clusters of blocks go round the rings of a mesh in a total exchange: one step of it.
 *
 * Along one axis after the other, from the first to the last, blocks go to the position that their
 * destination has on the axis. The blocks for one position of the axis are a *cluster*. In each
 * step a node sends its neighbour, in one packet, all clusters that have to go further. Of what
 * arrives its own cluster stays, and the rest goes on in the next step.
 *
 * How blocks lie. Let a block of a mesh of three axes come from (a, b, c) and go to (A, B, C).
 * Before the first axis it lies at number (A B C), before the second at (B C a), before the third
 * at (C a b), and at the end at (a b c), which is the rank that it is from. (The first of the three
 * counts most.) So the clusters for the positions of an axis lie one after the other, and the
 * cluster that stays spreads evenly over the next arrangement. The clusters for positions before a
 * node's own lie further back, by the length of all clusters. So the clusters for the positions
 * that follow a node's are one run, even if they go round the end of the axis.
 *
 * Example, a ring of 4, position 1, one way (blocks as source>destination):
 *     step 1   sends 1>2 1>3 1>0    receives 0>1 0>2 0>3
 *     step 2   sends 0>2 0>3        receives 3>1 3>2
 *     step 3   sends 3>2            receives 2>1
 * By the shorter way, by turns:
 *     step 1   sends 1>0 1>3            receives 0>1 0>2
 *     step 2   sends 0>2 1>2            receives 3>1 2>1
 */
#ifndef COLLECTIVES_MESH_CLUSTERS_H
#define COLLECTIVES_MESH_CLUSTERS_H

#include "collectives/mesh/ways.h"

/* The areas: input, output, two arrangements, and two for arrivals. */
enum { CLUSTERS_AREAS = 6 };

/* The blocks of an area: struct algorithm's `blocks`. */
uint32_t clusters_blocks(const struct shape *shape, uint32_t node, uint32_t area);

/* Fills *step with what a node does in step `number` if clusters go that way round all rings. The
 * step after the last one has the moves that are left. */
void clusters_step(const struct shape *given, uint32_t node, uint32_t number, enum way way,
                   struct step *step);

#endif
