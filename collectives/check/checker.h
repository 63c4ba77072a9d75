/* The schedule checker: walks all nodes of a schedule, step by step, with symbolic contents, and
 * proves it right or reports the error. It moves no byte and knows no ring. */
#ifndef CHECK_CHECKER_H
#define CHECK_CHECKER_H

#include "collectives/check/finding.h"
#include "collectives/schedule/algorithm.h"
#include "net/ways/faults.h"

/* Walks `algorithm` in that shape, which it is applicable to and whose table is not set, and fills
 * *finding. Returns whether all of this holds:
 *   - no directed link carries two packets in a step, the links of relayed packets included;
 *   - every send has a receive or relay, and vice versa, with the same number of blocks;
 *   - no step sends and receives into one block, or receives into one twice, but for combining as
 *     step.h allows it; runs and moves stay in their areas; nothing writes the input or moves a
 *     block onto itself; only operations with an operator combine;
 *   - the port model is kept, and on a ring or mesh its links;
 *   - each block of each output ends with the contents that the operation demands, every node's
 *     contribution in it once, and in the order of the ranks if the catalogue says so; and each
 *     node has heard of every other where the operation synchronizes;
 *   - steps, packets and link words are those of the catalogue, and its bound is the one of
 *     bounds.h, for the port model, for packets that are no larger than the largest of these, and
 *     without relays if there is none here; and it is not above the steps.
 */
bool check_schedule(const struct algorithm *algorithm, const struct shape *shape,
                    struct finding *finding);

/* As check_schedule, for a cube with dead links: no packet may pass a dead link, any other link may
 * be used, also by schedules for a mesh, and the bound is that of bound_steps_round. Null faults:
 * none is dead. The observer, if there is one, sees each link that each packet passes, step after
 * step, and what every block of every node holds before the first step and after each. */
bool check_schedule_round(const struct algorithm *algorithm, const struct shape *shape,
                          const struct faults *faults, struct finding *finding,
                          const struct observer *observer);

/* Walks a schedule whose nodes do not know which links are dead. A packet on one of these is lost;
 * a block without content is neither stored nor copied; and the walk continues. Returns whether
 * each node that is not cut off still ends with the operation's result. Claims of the algorithm are
 * not checked. */
bool check_schedule_losing(const struct algorithm *algorithm, const struct shape *shape,
                           const struct faults *faults, struct finding *finding);

/* ---- What a call could see: reads.c ---- */

/* Whether all results of an algorithm in that shape depend only on its arguments, and on members of
 * the shape that it declares (struct algorithm, `varies`): only declared members are varied
 * (shapes.h). All its functions are called, for all nodes and steps, and those of its operation.
 *   - Of a program's own algorithm the reads are counted. It is also asked twice, in different
 *     orders, and has to answer alike.
 *   - Others read members directly. So they must answer alike when the undeclared members differ.
 *     If not, `message`, of `room` bytes, names the dependence. */
bool check_reads(const struct algorithm *algorithm, const struct shape *shape, char *message,
                 size_t room);

/* ---- What the operation means (meaning.h): meant.c ---- */

/* Compares, for every node in that shape, which the schedule admits, its rank, its blocks of input
 * and outputs, and their required contents (struct operation: `rank`, `result`) with the meaning of
 * the operation (collectives/check/meaning.h). Returns whether all agree; if not, `message`, of
 * `room` bytes, names the first difference. */
bool check_meaning(const struct algorithm *algorithm, const struct shape *shape, char *message,
                   size_t room);

/* Returns how many blocks of an area (0: the input, 1 and on: the outputs) the operation of
 * `algorithm` means a node to have in that shape, where a message that belongs to no single node
 * has `parts` blocks. */
uint32_t meant_blocks(const struct algorithm *algorithm, const struct shape *shape, uint32_t node,
                      uint32_t area, uint32_t parts);

/* Returns whether the operation means a node to take part: on a mesh some nodes of the cube do not.
 */
bool meant_node(const struct algorithm *algorithm, const struct shape *shape, uint32_t node);

#endif
