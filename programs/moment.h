/* The nodes' clocks, or what there is where they have none. */
#ifndef PROGRAMS_MOMENT_H
#define PROGRAMS_MOMENT_H

#include <stdint.h>

/* Lets all clocks show the same, later than any of them did: a beginning from which the time of
 * what follows is the largest difference. Every node calls it. Without clocks, just a barrier. */
void moment_begin(void);

/* The time: of this node's clock, else cube_cycles. */
uint64_t moment(void);

/* Of the times that the nodes call it with, the largest; at every node. */
uint64_t moment_latest(uint64_t time);

/* Where the nodes have clocks, node 0 prints the largest: the parallel time up to here. Every node
 * calls it, at its end. */
void moment_print(void);

#endif
