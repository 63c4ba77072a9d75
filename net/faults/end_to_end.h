/* Messages in machines in which nodes may fail (cuberun --fail-node).
 *
 * A node that fails may hold pieces of others that it has not passed on. So a sender keeps a copy
 * of everything until the destination has taken it in: there is a ring from each node to each other
 * one, which is carried like those of a failed link (net/faults/failed_link.h), over the second
 * routed ring of the links. After each failure, both ends of each ring begin anew. So nothing is
 * lost, doubled or reordered, whatever has failed on the way.
 *
 * Net knows nothing of this. What it puts on the routed ring of a link goes to the ring to its
 * destination, and what arrives from a node appears on the link by which E-cube's path leads. No
 * node forwards for others on these rings. So a node waits only for its destination, which takes in
 * what arrives.
 *
 * What arrived in order from a node before it failed is received as usual, and then what a failed
 * program says last (net/faults/failed_program.h). What is sent to it is dropped. */
#ifndef NET_END_TO_END_H
#define NET_END_TO_END_H

#include <stdbool.h>
#include <stdint.h>

#include "net/faults/failed_link.h"

/* Puts the rings between net and the links. Ends the program if memory is short. */
void end_to_end_start(void);

/* Whether that was done. */
bool end_to_end_is_on(void);

/* Returns the ring from and to another node, over which something will arrive or leave. */
struct failed_link *end_to_end_with(uint32_t other);

/* Returns the first node, from number `from` on, to which something may have to leave, or
 * CUBE_NOBODY; and notes that nothing has to leave to a node any more. */
uint32_t end_to_end_next(uint32_t from);
void end_to_end_rests(uint32_t other);

/* Makes both ends of each ring begin anew, because messages may have been lost. */
void end_to_end_restart(void);

/* Takes what net has put on the links of a set of dimensions. Returns whether anything has
 * moved. */
bool end_to_end_take(uint32_t dimensions);

/* Gives net what has arrived for this node. *links returns the number of links on the path between
 * two live nodes. Returns whether anything has moved. */
typedef uint32_t links_function(uint32_t from, uint32_t to);
bool end_to_end_give(links_function *links);

/* A node has failed, as this one learns at `stamp` by its clock. */
void end_to_end_fails(uint32_t other, uint64_t stamp);

#endif
