/* Failures of links, nodes and programs during the run (cuberun --fail).
 *
 * A link is cut first at the end that the option names: at the next wait after its node's clock has
 * reached the time. Both windows of that end become memory of its own; the neighbour's is a copy of
 * that moment. So no packet passes any more, and no process faults in the middle of a copy. The
 * other end is cut when its process enters the kernel. Then processes are told, and send over other
 * links instead (net/faults/failed.h). In such a machine, dead links (kernel/faults/dead.h) are cut
 * from the start.
 *
 * If a node fails, all its links are cut, each at the end of its neighbour, and its process ends by
 * itself (net/faults/failed.h). Nobody sees what it still writes until then. A node whose program
 * has ended does not fail. A program ends by itself (net/faults/failed_program.h) once it is told
 * that its time has come. */
#ifndef KERNEL_FAILED_H
#define KERNEL_FAILED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cube_abi.h"

struct node;

/* When a link, a node or a program fails, as in the initrd (formats/initrd.h). */
struct failure_plan {
    uint64_t time; /* by the node's clock; in microseconds since the start where nodes have none */
    uint32_t node, dimension; /* for a node or a program: as in cube_abi.h */
};

/* Reads the initrd's list of failures, `bytes` bytes, struct failure_plan each; 0: nothing will
 * fail. `clock` says whether nodes have clocks, and `explain` whether to print failures. Returns
 * null, or why the list is invalid. Called after dead_read. */
const char *failed_read(const void *said, size_t bytes, bool clock, bool explain);

/* Whether links or nodes may fail, or programs; and whether nodes may. */
bool failed_any(void);
bool failed_nodes(void);

/* Whether *node has failed, and the run ends with it. */
bool failed_ends_run(const struct node *node);

/* The runs of links_window_pages pages that failed_start and failed_map allocate for all nodes of
 * this part; failed_start allocates one page besides. Called after dead_read. */
size_t failed_windows(void);

/* Allocates the windows that replace others. Called after links_start. Returns false when memory is
 * short. */
bool failed_start(void);

/* Maps the list of failures in the process of *node, and the windows of its dead links. Puts the
 * address of the list and the time of the node's own first failure into the node page. Returns
 * false when memory is short. */
bool failed_map(struct node *node, struct cube_node_page *page);

/* Without clocks, lets the links of *node fail whose time has come. Cuts the windows of *node whose
 * links have failed. `waits` says whether its process waits. Called on the node's own core. Returns
 * whether there is a failure that the process does not know of. */
bool failed_news(struct node *node, bool waits);

/* CUBE_SYS_FAILED (cube_abi.h). */
int64_t failed_tell(struct node *node, uint64_t time);

#endif
