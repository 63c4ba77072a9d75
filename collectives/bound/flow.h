/* How many steps packets need from one node to one other. */
#ifndef BOUND_FLOW_H
#define BOUND_FLOW_H

#include "collectives/bound/network.h"

/* The fewest steps in which `packets` packets, 1 or more, can come from one node to another, each
 * link carrying one a step and nodes keeping any number. With f paths that share no link and have L
 * links in all, f (T + 1) - L packets come in T steps; no other way brings more, for the best f (L.
 * R. Ford and D. R. Fulkerson, Constructing Maximal Dynamic Flows from Static Flows, Operations
 * Research 6 (3), 1958). Returns 0, which always is a bound, if memory is short. */
uint32_t flow_steps(const struct network *network, uint32_t from, uint32_t to, uint32_t packets);

#endif
