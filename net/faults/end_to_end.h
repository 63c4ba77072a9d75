/* Messages in machines in which nodes may fail (cuberun --fail).
 *
 * A node that fails may hold pieces of others that it has not passed on. So a sender keeps a copy
 * of everything until the destination has taken it in: there is a ring from each node to each other
 * one, which is carried like those of a failed link (net/faults/failed_link.h), over the second
 * routed ring of the links. After each failure, both ends of each ring begin anew. So no failure on
 * the way loses, doubles or reorders data. Net knows nothing of this. A packet on the routed ring
 * of a link goes to the ring to its destination, and arrivals from a node appear on the link of
 * E-cube's path. No node forwards for others on these rings. So a node waits only for its
 * destination, which takes in all arrivals. Data that arrived in order from a node before it failed
 * is received as usual, followed by the last message of a failed program
 * (net/faults/failed_program.h). Data for a failed node is dropped. */
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

/* Returns the first node, from number `from` on, with something to send to, or CUBE_NOBODY; and
 * notes that nothing is left to send to a node. */
uint32_t end_to_end_next(uint32_t from);
void end_to_end_rests(uint32_t other);

/* Makes both ends of each ring begin anew, because messages may have been lost. */
void end_to_end_restart(void);

/* Takes net's packets from the links of a set of dimensions. Returns whether anything has moved. */
bool end_to_end_take(uint32_t dimensions);

/* Gives net the arrivals for this node. *links returns the number of links on the path between two
 * live nodes. Returns whether anything has moved. */
typedef uint32_t links_function(uint32_t from, uint32_t to);
bool end_to_end_give(links_function *links);

/* A node has failed, as this one learns at `stamp` by its clock. */
void end_to_end_fails(uint32_t other, uint64_t stamp);

#endif
