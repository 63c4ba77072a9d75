/* The paths that live in a cube in which links fail: up-down paths (net/ways/up_down.h) on the
 * second routed ring, from node to node, found anew whenever something has failed. */
#ifndef NET_LIVE_PATHS_H
#define NET_LIVE_PATHS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SECOND_RING = 1 }; /* its number among the routed rings of a link */

/* Begins with all links that live at the start. Ends the program if there is no memory. To be
 * called once, after net_start; no path is known before live_paths_find. */
void live_paths_start(void);

/* Notes that the link of a node on a dimension has failed. */
void live_paths_remove(uint32_t end, uint32_t dimension);

/* Finds the paths over what lives now. */
void live_paths_find(void);

/* Returns the dimension of the next step to a destination, another node, of what has come to this
 * node as `arrival` says (enum way_arrival); WAY_NONE if no path leads there. */
uint32_t live_paths_next(uint32_t arrival, uint32_t destination);

/* Returns how what comes on a dimension has arrived. */
uint32_t live_paths_arrival(uint32_t dimension);

/* Returns the number of links on the path between two nodes. Ends the program if there is none. */
uint32_t live_paths_links(uint32_t from, uint32_t to);

/* Returns memory for what is needed where links fail, all 0. Ends the program if there is none. */
void *live_paths_allocate(size_t bytes);

#endif
