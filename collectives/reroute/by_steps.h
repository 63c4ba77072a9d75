/* Schedules rewritten round dead links, step by step. What meets no dead link stays where it is,
 * and what does comes in steps of its own behind it, which follow the colours of detours. So a step
 * takes no more steps than there are colours beyond itself, where its packets pass one link each.
 */
#ifndef REROUTE_BY_STEPS_H
#define REROUTE_BY_STEPS_H

#include "collectives/reroute/detours.h"
#include "collectives/reroute/rewriting.h"

/* Rewrites a list such that no path has a dead link. Three rules: packets that are exchanged in
 * place, each stored where the other one has left, go in one step and by one path, in both
 * directions; steps in which nothing is left are dropped; relays pass on pieces. Sets *met to the
 * number of steps that met a dead link. Returns false if a packet cannot be brought round, because
 * what it takes the place of leaves by another path. */
bool reroute_by_steps(struct rewriting *rewriting, const struct faults *faults,
                      const struct detours *detours, uint32_t *met);

#endif
