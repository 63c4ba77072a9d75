/* The windows of all directed links: each is pages that follow each other. */
#ifndef KERNEL_LINKS_H
#define KERNEL_LINKS_H

#include <stdbool.h>
#include <stdint.h>

#include "cube_abi.h"

/* Sizes of the rings of one window, in bytes: powers of two. */
struct links_rings {
    uint32_t direct, routed;
};

/* Settles the sizes: those asked for, or for each that is 0 what suits a cube of `dimension`. */
void links_choose(uint32_t dimension, uint32_t direct, uint32_t routed);

/* What was settled; the pages of the slots of both rings; those of a window, one more. */
struct links_rings links_sizes(void);
uint32_t links_slots_pages(void);
uint32_t links_window_pages(void);

/* Makes the windows of `nodes` nodes with `dimension` outgoing links each. Returns false when
 * memory is short. */
bool links_start(uint32_t nodes, uint32_t dimension);

/* The kernel's address of the window of the directed link (node, dimension). */
struct cube_window *links_window(uint32_t node, uint32_t dimension);

#endif
