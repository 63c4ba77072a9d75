/* Starting the cores. */
#ifndef KERNEL_CORES_H
#define KERNEL_CORES_H

#include "kernel/fdt.h"
#include "kernel/node.h"

/* Sets up the core that runs this: counters that its process may read, its interrupts, access to
 * process memory denied to the kernel. */
void cores_start_this(const struct node *node);

/* The node of the core that runs this: its place among the cores of the device tree. Ends the
 * machine when the tree does not name it. */
struct node *cores_boot_node(const struct machine *machine);

/* Starts the cores of all nodes but the one that runs this; each enters kernel_secondary. Ends the
 * machine when one does not start. */
void cores_start_others(const struct machine *machine);

#endif
