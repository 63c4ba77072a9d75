/* What an algorithm depends on. */
#ifndef CHECK_READS_H
#define CHECK_READS_H

#include "collectives/schedule/algorithm.h"

/* Whether all that an algorithm says and does in that shape depends on nothing but its arguments,
 * and on no member of the shape that it does not declare (struct algorithm, `varies`): only in
 * declared members are its shapes varied (shapes.h). All its functions are called, for all nodes
 * and steps, and those of its operation.
 *   - Of a program's own algorithm the reads are counted. It is also asked twice, in different
 *     orders, and has to answer alike.
 *   - Others read members directly. So they have to answer alike when the undeclared members are
 *     others.
 * If not, `message`, of `room` bytes, says what it depends on. */
bool check_reads(const struct algorithm *algorithm, const struct shape *shape, char *message,
                 size_t room);

#endif
