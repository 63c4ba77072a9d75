/* Rules of a step that can be checked at one node alone. */
#ifndef CHECK_STEP_RULES_H
#define CHECK_STEP_RULES_H

#include "collectives/check/proof.h"

/* Checks the node's part of the present step: its description, its sets of ports, the runs that it
 * sends and receives, and the port model. Adds its ports to those that are busy. Returns false,
 * with a message, if a rule is broken. */
bool step_keeps_rules(struct proof *proof, uint32_t node);

#endif
