/* An interpreter of plans (collectives/run/plan.h). It carries out the plans of all nodes of a cube
 * with a symbol in the place of each byte, and writes down what passes each link. It shares no code
 * with what runs plans, and knows no ring, no piece and no operator. */
#ifndef CHECK_INTERPRETER_H
#define CHECK_INTERPRETER_H

#include "tests/check/interpretation.h"

/* Carries out all plans. The caller has set all members but the wires, and at each node the plan,
 * the memory and its size. Plan and memory stay the caller's. Returns whether all of this holds:
 *
 *   - Every action touches memory of its buffers alone, and such as its kind says.
 *   - Every packet finds somebody who expects one of that size, step and operation, and nobody
 *     waits for one that never comes, whatever the order of those that are done in any order.
 *   - What goes on together, piece by piece, reads nothing that another one writes.
 *   - What is not cut fits in half a ring, so that nobody waits in a circle (plan_run.h).
 *   - Steps ascend, and the end of each is recorded, where they are recorded.
 */
bool interpret(struct interpretation *all);

/* Frees the wires. */
void interpret_end(struct interpretation *all);

#endif
