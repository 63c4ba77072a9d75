/* Schedules rewritten round dead links as a whole: every packet may go at another time, which saves
 * most of the steps that division by steps brings. */
#ifndef REROUTE_WHOLE_H
#define REROUTE_WHOLE_H

#include "collectives/reroute/rewriting.h"
#include "net/ways/faults.h"

/* Rewrites a list such that no path has a dead link; times and paths must be those of the schedule.
 * In each step go, of all packets whose blocks are there, those first on which the longest chain of
 * others waits, or else those of earlier steps, each by its own path or else by a shortest one that
 * is free. A packet may go earlier than it did, or not. Of what these choices lead to, the one with
 * the fewest steps is taken. Returns false if a packet cannot be brought round, because what it
 * takes the place of leaves by another path, or if a node would have too many moves in a step. Ends
 * the program if there is no memory. */
bool reroute_whole(struct rewriting *rewriting, const struct faults *faults);

#endif
