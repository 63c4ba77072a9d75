/* An interpreter of plans (collectives/run/plan.h). It carries out the plans of all nodes of a cube
 * with a symbol for each byte, and records the packets on each link. It shares no code with the
 * executor, and knows no ring, no piece and no operator. */
#ifndef CHECK_INTERPRETER_H
#define CHECK_INTERPRETER_H

#include "tests/check/interpretation.h"

/* Carries out all plans. The caller has set all members but the wires, and at each node the plan,
 * the memory and its size. Plan and memory stay the caller's. Returns whether all of this holds:
 *
 *   - Every action touches memory of its buffers alone, and such as its kind says.
 *   - Every packet has a receiver that expects its size, step and operation, and no node waits for
 *     a packet that never comes, for any order of actions that may be done in any order.
 *   - An action of a group that goes on piece by piece reads nothing that another one writes.
 *   - An uncut packet fits in half a ring, so that nodes cannot deadlock (plan_run.h).
 *   - Steps ascend, and the end of each is recorded, where they are recorded.
 */
bool interpret(struct interpretation *all);

/* Frees the wires. */
void interpret_end(struct interpretation *all);

#endif
