/* Compares the catalogue's definition of an operation with its meaning. */
#ifndef CHECK_MEANT_H
#define CHECK_MEANT_H

#include "collectives/schedule/algorithm.h"

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
