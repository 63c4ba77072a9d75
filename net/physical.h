/* Where this node is, and which way is up: an order of the dimensions that the user of the machine
 * has chosen (cuberun --map).
 *
 * All numbers of nodes and dimensions are logical but those that are called physical. Dimension
 * order[k] of the cube is the physical dimension k, and what routing and meters call low and high
 * is said of physical dimensions. Unless an order is given, logical and physical ones are the same.
 * Hou et al., "Optimal Processor Mapping for Linear-Complement Communication on Hypercubes",
 * definition 8.
 */
#ifndef NET_PHYSICAL_H
#define NET_PHYSICAL_H

#include <stdint.h>

#include "net/node.h"

struct physical {
    uint8_t order[CUBE_MAX_DIMENSION];     /* by physical dimension: the logical one */
    uint8_t dimension[CUBE_MAX_DIMENSION]; /* by logical dimension: the physical one */
};

extern NODE_LOCAL struct physical physical;

/* Reads the order in the node page, and tells each link what is below and above it. After
 * node_start, and before the start of the inboxes. */
void physical_start(void);

/* The physical node that the logical node `number` is placed on. */
uint32_t physical_node(uint32_t number);

/* That dimension of a set, which is not empty, that is physically the lowest or the highest. */
uint32_t physical_lowest(uint32_t dimensions);
uint32_t physical_highest(uint32_t dimensions);

#endif
