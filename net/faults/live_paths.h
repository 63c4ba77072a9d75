/* The paths in a cube in which links fail: up-down paths (net/ways/up_down.h) on the second routed
 * ring, from node to node, found again after each failure. */
#ifndef NET_LIVE_PATHS_H
#define NET_LIVE_PATHS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SECOND_RING = 1 }; /* its number among the routed rings of a link */

/* Begins with the links that live at the start. Ends the program if memory is short. Called
 * once, after net_start; no path is known before live_paths_find. */
void live_paths_start(void);

/* Notes that the link of a node on a dimension has failed. */
void live_paths_remove(uint32_t end, uint32_t dimension);

/* Finds the paths over the links that live now. */
void live_paths_find(void);

/* Returns the dimension of the next step to another node, of a packet that has come to this node by
 * `arrival` (enum way_arrival); WAY_NONE if no path leads there. */
uint32_t live_paths_next(uint32_t arrival, uint32_t destination);

/* Returns the arrival (enum way_arrival) of packets that come on a dimension. */
uint32_t live_paths_arrival(uint32_t dimension);

/* Returns the number of links on the path between two nodes. Ends the program if there is no path.
 */
uint32_t live_paths_links(uint32_t from, uint32_t to);

/* Returns memory, all 0, for machines in which links fail. Ends the program if memory is short. */
void *live_paths_allocate(size_t bytes);

#endif
