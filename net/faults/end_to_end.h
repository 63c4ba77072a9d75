/* Messages in machines in which nodes may fail (cuberun --fail-node).
 *
 * A node that fails has taken pieces of others that it has not passed on. So whoever sends keeps a
 * copy of all until the node that it is for has taken it in: from each node to each other one there
 * is a ring, which is carried as those of a link that has failed (net/faults/failed_link.h), by the
 * second routed ring of the links. When anything fails, both ends of each begin anew. Nothing is
 * lost so, nothing comes twice, and all stays in order, whatever has failed on the way.
 *
 * Net knows nothing of this. What it puts on the routed ring of a link goes to the ring to the node
 * that it is for, and what has come from a node appears on the link by which E-cube's path leads.
 * No node forwards anything for others on these, so none waits for another but the one that it
 * sends to, which takes in what comes.
 *
 * Of a node that has failed, what has come in order is received as ever, and behind that comes what
 * a program that dies says last (net/faults/failed_program.h). What is sent to it is dropped. */
#ifndef NET_END_TO_END_H
#define NET_END_TO_END_H

#include <stdbool.h>
#include <stdint.h>

#include "net/faults/failed_link.h"

/* Puts this between net and the links. Ends the program if there is no memory. */
void end_to_end_start(void);

/* Whether that was done. */
bool end_to_end_is_on(void);

/* Returns what carries the messages from and to another node, for something to come or to leave by
 * it. */
struct failed_link *end_to_end_with(uint32_t other);

/* Returns the first node, from number `from` on, to which something may have to leave, or
 * CUBE_NOBODY; and notes that nothing has to leave to one any more. */
uint32_t end_to_end_next(uint32_t from);
void end_to_end_rests(uint32_t other);

/* Lets both ends of each ring begin anew, because messages may have been lost. */
void end_to_end_restart(void);

/* Takes what net has put on the links of a set of dimensions. Returns whether anything has moved.
 */
bool end_to_end_take(uint32_t dimensions);

/* Gives net what has come for this node. *links returns the number of links on the path between two
 * nodes that live. Returns whether anything has moved. */
typedef uint32_t links_function(uint32_t from, uint32_t to);
bool end_to_end_give(links_function *links);

/* A node has failed, as this one learns at `stamp` by its clock. */
void end_to_end_fails(uint32_t other, uint64_t stamp);

#endif
