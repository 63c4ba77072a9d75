/* The windows of all directed links (cube_abi.h). The pages of a window follow each other. */
#ifndef KERNEL_LINKS_H
#define KERNEL_LINKS_H

#include <stdbool.h>
#include <stdint.h>

#include "cube_abi.h"
#include "kernel/node.h"
#include "kernel/parts/part.h"

/* The sizes of a window's two rings in bytes, powers of two. */
struct links_rings {
    uint32_t direct, routed;
};

/* Sets the sizes of all rings; a size of 0 is chosen to suit a cube of this dimension. */
void links_choose(uint32_t dimension, uint32_t direct, uint32_t routed);

/* Gives windows a second routed ring, for machines with faults. Called before any is made. */
void links_add_ring(void);

/* Return the sizes, the pages of the slots in a window, and all pages of a window, one more. */
struct links_rings links_sizes(void);
uint32_t links_slots_pages(void);
uint32_t links_window_pages(void);

/* Returns the pages of windows that are not in this machine's memory: of links to other parts. */
size_t links_shared_pages(void);

/* Makes the windows of this machine's nodes. `asleep`: nodes may sleep, so neighbours need the
 * fences of CUBE_OUTSIDE. Returns false when memory is short. */
bool links_start(bool asleep);

/* The windows of this machine's nodes, by their cores. */
#ifdef CUBE_PROCESSES
enum { LINKS_NODES = CUBE_MAX_NODES };
#else
enum { LINKS_NODES = MACHINE_CORES };
#endif
extern struct cube_window *links_own[LINKS_NODES][CUBE_MAX_DIMENSION];

/* Whether links_start has made all windows. */
extern bool links_made;

/* Returns the window of the directed link (node, dimension), which has an end on this machine. */
static inline struct cube_window *links_window(uint32_t node, uint32_t dimension) {
    return part_is_outside(dimension) ? part_window(node, dimension)
                                      : links_own[node - node_first][dimension];
}

/* Orders this core's writes to windows before its later reads of them, for all emulators. */
void links_fence(void);

#endif
