/* Starting the cores. */
#ifndef KERNEL_CORES_H
#define KERNEL_CORES_H

#include "board/machine.h"
#include "kernel/node.h"

/* Returns the time that all cores of this machine share, in nanoseconds: its virtual counter. */
uint64_t cores_time(void);

/* The nanoseconds that are added to it in the cycle counters: 0, unless the machine is a part of
 * its cube, and another part's counter is ahead. May be negative, modulo 2^64. */
extern uint64_t cores_ahead;

/* The date when that counter was 0, in nanoseconds from 1970; 0 where there is no clock. */
extern uint64_t cores_epoch;

/* Sets up the core that runs this: the counters that its process may read, and its interrupts. From
 * here on the kernel has no access to memory by addresses of the process. */
void cores_start_this(const struct node *node);

/* Returns the node of the core that runs this, by the core's place in the device tree.
 * The firmware is to start all other cores at `enter_at`. Ends the machine when the tree does not
 * name the core. */
struct node *cores_boot_node(const struct machine *machine, const void *enter_at);

/* Starts a core, which enters kernel_secondary as *node. Ends the machine when it does not start.
 */
void cores_start(const struct machine *machine, uint32_t core, struct node *node);

/* Starts the cores of the children of *node in the spanning binomial tree of the machine's nodes
 * whose root is the boot core's. Each of them enters kernel_secondary and starts its own children,
 * so that all cores run after n rounds. The rounds matter where all cores share one host thread:
 * there a request takes the emulator time proportional to the square of the number of cores, but as
 * many requests are served in that time as there are cores that make one. Ends the machine when a
 * core does not start. */
void cores_start_children(const struct machine *machine, const struct node *node);

/* Returns when it has been called on all cores. By then every node has all the memory that it needs
 * to start, so no program can take it first. */
void cores_start_together(void);

#endif
