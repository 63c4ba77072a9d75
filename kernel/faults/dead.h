/* Links that are dead from the start (cuberun --dead). No process has a window of one, so nothing
 * can pass it. */
#ifndef KERNEL_DEAD_H
#define KERNEL_DEAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cube_abi.h"

struct node;

/* The sets of dimensions whose link is dead, by node; null: all links work. */
extern const uint16_t *dead_sets;

/* Reads the initrd's list of dead links, `bytes` bytes, which are used in place; 0: no list.
 * Returns null or an error. */
const char *dead_read(const uint16_t *sets, size_t bytes);

/* Whether there are dead links. */
static inline bool dead_any(void) {
    return dead_sets;
}

/* Returns the set of dimensions on which a node's link is dead. */
uint32_t dead_links(uint32_t node);

/* Whether the program runs on a node: on the first node_ranks live ones. A node is dead if all its
 * links are. Called after dead_read. */
bool dead_runs(uint32_t node);

/* Returns the pages that dead_start and dead_map take for all nodes of this part. */
size_t dead_pages(void);

/* Copies the sets for processes, and sets node->cut. Returns false when memory is short. */
bool dead_start(void);

/* Maps the copy in the process of *node, and substitutes for the windows of its dead links, unless
 * these are `carried`: then failed_map makes windows. Returns false when memory is short. */
bool dead_map(struct node *node, struct cube_node_page *page, bool carried);

#endif
