/* The physical place of this node. The user of the machine may choose an order of the dimensions
 * (cuberun --map), by which logical nodes are placed on physical ones.
 *
 * Numbers of nodes and dimensions are logical unless they are called physical. Physical dimension k
 * is the logical dimension order[k]. Where routing and meters speak of low and high dimensions,
 * they mean physical ones. Unless an order is given, logical and physical numbers are the same.
 * Source: Hou et al., "Optimal Processor Mapping for Linear-Complement Communication on
 * Hypercubes", definition 8.
 */
#ifndef NET_PHYSICAL_H
#define NET_PHYSICAL_H

#include <stdint.h>

#include "net/node.h"

struct physical {
    uint8_t order[CUBE_MAX_DIMENSION];     /* the logical dimension of each physical one */
    uint8_t dimension[CUBE_MAX_DIMENSION]; /* the physical dimension of each logical one */
};

extern NODE_LOCAL struct physical physical;

/* Reads the order in the node page, and tells each link what is below and above it. Called after
 * node_start, and before the start of the inboxes. */
void physical_start(void);

/* Returns the physical node on which the logical node `number` is placed. */
uint32_t physical_node(uint32_t number);

/* Both take a set of logical dimensions, which must not be empty, and return the logical number of
 * the one that is physically the lowest, or the highest. */
uint32_t physical_lowest(uint32_t dimensions);
uint32_t physical_highest(uint32_t dimensions);

#endif
