/* Links that fail while the machine runs (cuberun --fail-link), nodes that do (--fail-node), and
 * programs that die while others go on (--fail-rank). A program dies by itself
 * (net/faults/failed_program.h), once it has been told that its moment has come; what follows is
 * about links. A link is cut at the end that it was said of first: when that node's clock has come
 * to the moment, at its next wait. From then on either end has memory of its own in the place of
 * both windows, the neighbour's as it was then. So nothing passes any more, and no process faults
 * in the middle of a copy. The other end is cut when its process has come to the kernel. Then
 * processes are told, and carry what they write there by other links (net/faults/failed.h). In such
 * a machine links that are dead from the start (kernel/faults/dead.h) are cut from the start.
 *
 * Of a node that fails all links are cut, each at the end of its neighbour, and its process ends by
 * itself (net/faults/failed.h). What it still writes until then nobody sees. A node whose program
 * has ended does not fail any more. */
#ifndef KERNEL_FAILED_H
#define KERNEL_FAILED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cube_abi.h"

struct node;

/* When a link or a node fails, or a program dies, as the initrd says it (formats/initrd.h). */
struct failure_plan {
    uint64_t time; /* by the node's clock; in microseconds since the start where nodes have none */
    uint32_t node, dimension; /* of what is no link: as in cube_abi.h */
};

/* Reads what the initrd says, `bytes` bytes, struct failure_plan each; 0: no link will fail.
 * `clock` says whether nodes have clocks, and `explain` whether to print what fails. Returns null,
 * or what is wrong with it. To be called after dead_read. */
const char *failed_read(const void *said, size_t bytes, bool clock, bool explain);

/* Whether links or nodes may fail, or programs die; and whether nodes may. */
bool failed_any(void);
bool failed_nodes(void);

/* Whether *node has failed, and the run ends with it. */
bool failed_ends_run(const struct node *node);

/* The runs of links_window_pages pages that failed_start and failed_map take for all nodes of
 * this part; failed_start takes one page besides. To be called after dead_read. */
size_t failed_windows(void);

/* Makes the memory that takes the place of windows, after links_start. Returns false when memory is
 * short. */
bool failed_start(void);

/* Maps the list of links that have failed in the process of *node, and puts its address, 0 where no
 * link will fail, and the time of the node's own first failure into the node page; and the windows
 * of its links that are dead. Returns false when memory is short. */
bool failed_map(struct node *node, struct cube_node_page *page);

/* Where nodes have no clocks, lets the links of *node fail whose time has come. Cuts the windows of
 * *node whose links have failed, and notes them in node->failed. To be called on the node's own
 * core; `waits` says whether its process waits. Returns whether anything has failed that the
 * process has not been told. */
bool failed_news(struct node *node, bool waits);

/* CUBE_SYS_FAILED (cube_abi.h). */
int64_t failed_tell(struct node *node, uint64_t time);

#endif
