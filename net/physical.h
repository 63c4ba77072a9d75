/* The physical place of this node. The user may choose an order of the dimensions (cuberun --map),
 * which places logical nodes on physical ones; by default both are the same.
 *
 * Numbers of nodes and dimensions are logical unless they are called physical. Physical dimension k
 * is the logical dimension order[k]. In routing and meters, low and high dimensions are physical.
 * Source: Hou et al., "Optimal Processor Mapping for Linear-Complement Communication on
 * Hypercubes", definition 8. */
#ifndef NET_PHYSICAL_H
#define NET_PHYSICAL_H

#include <stdint.h>

#include "net/node.h"

struct physical {
    uint8_t order[CUBE_MAX_DIMENSION];     /* the logical dimension of each physical one */
    uint8_t dimension[CUBE_MAX_DIMENSION]; /* the physical dimension of each logical one */
};

extern NODE_LOCAL struct physical physical;

/* Reads the order in the node page, and sets the links below and above each link. Called after
 * node_start, and before the start of the inboxes. */
void physical_start(void);

/* Returns the physical node on which the logical node `number` is placed. */
uint32_t physical_node(uint32_t number);

/* Return the physically lowest, or highest, dimension of a set of logical ones that is not
 * empty. */
uint32_t physical_lowest(uint32_t dimensions);
uint32_t physical_highest(uint32_t dimensions);

#endif
