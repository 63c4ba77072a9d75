/* The parameters that an algorithm depends on. */
#ifndef CHECK_READS_H
#define CHECK_READS_H

#include "collectives/schedule/algorithm.h"

/* Whether all results of an algorithm in that shape depend only on its arguments, and on members of
 * the shape that it declares (struct algorithm, `varies`): only declared members are varied
 * (shapes.h). All its functions are called, for all nodes and steps, and those of its operation.
 *   - Of a program's own algorithm the reads are counted. It is also asked twice, in different
 *     orders, and has to answer alike.
 *   - Others read members directly. So they must answer alike when the undeclared members differ.
 *     If not, `message`, of `room` bytes, names the dependence. */
bool check_reads(const struct algorithm *algorithm, const struct shape *shape, char *message,
                 size_t room);

#endif
