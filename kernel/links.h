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

/* Settles the sizes of all rings. A size that is 0 is left to this function, which takes what suits
 * a cube of this dimension. */
void links_choose(uint32_t dimension, uint32_t direct, uint32_t routed);

/* From now on windows have a second routed ring, as where links are dead or fail. To be called
 * before any of them is made. */
void links_add_ring(void);

/* Return the sizes that were settled, the pages that the slots of both rings take, and the pages
 * that a window takes, which is one more. */
struct links_rings links_sizes(void);
uint32_t links_slots_pages(void);
uint32_t links_window_pages(void);

/* Returns how many pages the windows of this machine's nodes take that are not of its own memory:
 * those of links to other parts. */
size_t links_shared_pages(void);

/* Makes the windows of this machine's nodes. `asleep` tells whether nodes may sleep, so that
 * neighbours need the fences of CUBE_OUTSIDE. Returns false when memory is short. */
bool links_start(bool asleep);

/* The windows of this machine's nodes, by their cores. */
extern struct cube_window *links_own[MACHINE_CORES][CUBE_MAX_DIMENSION];

/* Whether links_start has made all windows. */
extern bool links_made;

/* Returns the kernel's address of the window of the directed link (node, dimension), of which one
 * end is on this machine. */
static inline struct cube_window *links_window(uint32_t node, uint32_t dimension) {
    return part_is_outside(dimension) ? part_window(node, dimension)
                                      : links_own[node - node_first][dimension];
}

/* Orders what this core has written to windows before it before what it reads of them after it,
 * whichever emulators they belong to. */
void links_fence(void);

#endif
