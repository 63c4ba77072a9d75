/* Subcubes. A subcube is the nodes that agree in all dimensions but the free ones. Within it nodes
 * and ports are numbered by the free dimensions alone, in ascending order. So any schedule runs in
 * any subcube, and at the same time in all subcubes that have the same free dimensions. */
#ifndef COLLECTIVES_SCHEDULE_SUBCUBE_H
#define COLLECTIVES_SCHEDULE_SUBCUBE_H

#include "collectives/schedule/step.h"

/* The number of a node within its subcube: the bits of `node` at the free dimensions, `free`. */
uint32_t subcube_rank(uint32_t node, uint32_t free);

/* The inverse: the bits of `rank`, spread to the free dimensions. It also turns a set of ports of
 * the subcube into the set of these ports in the cube. */
uint32_t subcube_node(uint32_t rank, uint32_t free);

/* Changes the ports of a step, numbered within the subcube, to those of the cube. */
void subcube_ports(struct step *step, uint32_t free);

#endif
