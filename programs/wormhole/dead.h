/* Routers among which channels are dead, in both directions of a link: the rules as they are, which
 * only never take a dead channel, and one that goes round. There is one set of dead links at a
 * time.
 */
#ifndef WORMHOLE_DEAD_H
#define WORMHOLE_DEAD_H

#include "net/ways/faults.h"
#include "programs/wormhole/rule.h"

/* Sets the dead links of a cube of at most ROUTER_DIMENSIONS dimensions. The caller owns `faults`,
 * which must live as long as a rule below is used. */
void dead_set(const struct faults *faults);

/* Returns a rule that takes the channels of `rule` except dead ones. It is valid until the next
 * call. */
const struct rule *dead_left_of(const struct rule *rule);

/* Goes round: a shortest of the paths of net/ways/way.h, an ascending run in lane 0 and then a run
 * in lane 1, which ascends again or, with as many faults as dimensions or more, goes up and then
 * down. It cannot deadlock (net/ways/acyclic.h). */
extern const struct rule rule_round;

/* Whether messages from `source` reach `destination` for all choices of the routers: no choice
 * leads to a dead end. */
bool dead_reaches(const struct rule *rule, uint32_t source, uint32_t destination);

#endif
