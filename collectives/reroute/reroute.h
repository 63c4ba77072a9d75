/* Schedules rewritten round dead links: each packet may go at another time and by another path. */
#ifndef REROUTE_REROUTE_H
#define REROUTE_REROUTE_H

#include "collectives/reroute/rewriting.h"
#include "net/ways/faults.h"

/* Rewrites a list such that no path has a dead link; times and paths must be those of the schedule.
 * In each step the packets whose blocks are there go, each by its own path or else by a shortest
 * one that is free. Of several orders in which they choose, the one with the fewest steps is taken.
 * Packets that are exchanged in place, each stored where the other one has left, go in one step and
 * by one path. Returns false if a packet cannot be rerouted, because the packet whose place it
 * takes leaves by another path, or if a node would have too many moves in a step. Ends the program
 * if memory is short. */
bool reroute(struct rewriting *rewriting, const struct faults *faults);

#endif
