/* The effect of each kind of action (enum action_kind of collectives/run/plan.h), written a second
 * time: the check of plans shares no code with the library. */
#ifndef CHECK_KINDS_H
#define CHECK_KINDS_H

#include <stdbool.h>
#include <stddef.h>

#include "collectives/run/plan.h"

/* Whether an action sends a packet of this node, takes one to its place, relays one, or combines
 * one with the node's data. */
bool kind_sends(const struct action *action);
bool kind_takes(const struct action *action);
bool kind_relays(const struct action *action);
bool kind_combines(const struct action *action);

/* Whether it does any of these. */
bool kind_has_packet(const struct action *action);

/* Whether its place is a set of blocks. */
bool kind_is_set(const struct action *action);

/* Whether it is the head of several actions that are done in any order, or together. */
bool kind_is_group(const struct action *action);

/* Whether it uses the memory at its place, and at its source. */
bool kind_has_place(const struct action *action);
bool kind_has_source(const struct action *action);

/* Whether its kind is made for its size, in a plan that combines elements of `element` bytes (0: it
 * combines none). */
bool kind_has_right_size(const struct action *action, size_t element);

#endif
