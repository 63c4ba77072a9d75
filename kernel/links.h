/* The windows of all directed links (cube_abi.h). The pages of a window follow each other. */
#ifndef KERNEL_LINKS_H
#define KERNEL_LINKS_H

#include <stdbool.h>
#include <stdint.h>

#include "cube_abi.h"

/* The sizes of a window's two rings in bytes, powers of two. */
struct links_rings {
    uint32_t direct, routed;
};

/* Settles the sizes of all rings. A size that is 0 is left to this function, which takes what suits
 * a cube of this dimension. */
void links_choose(uint32_t dimension, uint32_t direct, uint32_t routed);

/* Return the sizes that were settled, the pages that the slots of both rings take, and the pages
 * that a window takes, which is one more. */
struct links_rings links_sizes(void);
uint32_t links_slots_pages(void);
uint32_t links_window_pages(void);

/* Makes the windows of `nodes` nodes with `dimension` outgoing links each. Returns false when
 * memory is short. */
bool links_start(uint32_t nodes, uint32_t dimension);

/* Returns the kernel's address of the window of the directed link (node, dimension). */
struct cube_window *links_window(uint32_t node, uint32_t dimension);

#endif
