/* Starting the cores. */
#ifndef KERNEL_CORES_H
#define KERNEL_CORES_H

#include "board/machine.h"
#include "kernel/node.h"

/* Sets up the core that runs this: counters that its process may read, its interrupts, access to
 * process memory denied to the kernel. */
void cores_start_this(const struct node *node);

/* The node of the core that runs this: its place among the cores of the device tree. Ends the
 * machine when the tree does not name it. */
struct node *cores_boot_node(const struct machine *machine);

/* Starts the cores of the nodes that are below *node in the spanning binomial tree of the cube
 * whose root is the boot core's node; each enters kernel_secondary and does the same. All nodes
 * together take n rounds: the emulator, when all cores share one host thread, takes time
 * proportional to the square of their number for one request, but serves as many in that time as
 * there are cores to make them. Ends the machine when a core does not start. */
void cores_start_children(const struct machine *machine, const struct node *node);

/* Returns when it has been called on all cores. What all nodes need to start is taken by then: none
 * of them runs a program that could take it first. */
void cores_start_together(void);

#endif
