/* Time at all nodes: that of their clocks, or of the cycle counters if there are no clocks. */
#ifndef COMPUTATIONS_MOMENT_H
#define COMPUTATIONS_MOMENT_H

#include <stdint.h>

/* Sets all clocks to the same time, later than any of them showed. The parallel time from then on
 * is the largest difference at any node. Every node calls it. Without clocks this is just a
 * barrier. */
void moment_begin(void);

/* The time of this node's clock, or cube_cycles without clocks. */
uint64_t moment(void);

/* Returns, at every node, the largest of the times with which the nodes call it. */
uint64_t moment_latest(uint64_t time);

#endif
