/* Starting the cores. */
#ifndef KERNEL_CORES_H
#define KERNEL_CORES_H

#include "board/machine.h"
#include "kernel/node.h"

/* Returns the time that all cores of this machine share, in nanoseconds: its virtual counter. */
uint64_t cores_time(void);

/* Nanoseconds that the cycle counters add to it, modulo 2^64: not 0 only if the machine is a part
 * of its cube and the counter of another part is ahead. */
extern uint64_t cores_ahead;

/* The date when that counter was 0, in nanoseconds from 1970; 0 where there is no clock. */
extern uint64_t cores_epoch;

/* Sets up the counters and interrupts of the calling core. From here on the kernel cannot access
 * memory by addresses of the process. */
void cores_start_this(const struct node *node);

/* Returns the node of the calling core, by its place in the device tree. The firmware will start
 * all other cores at `enter_at`. Ends the machine if the tree does not name the core. */
struct node *cores_boot_node(const struct machine *machine, const void *enter_at);

/* Starts a core, which enters kernel_secondary as *node. Ends the machine if it does not start. */
void cores_start(const struct machine *machine, uint32_t core, struct node *node);

/* Starts the cores of the children of *node in the spanning binomial tree rooted at the boot core.
 * Each enters kernel_secondary and starts its own children, so all cores run after n rounds. If
 * the cores share one host thread, a request costs time proportional to the square of the number
 * of cores, and the requests of one round share that time. Ends the machine if a core does not
 * start. */
void cores_start_children(const struct machine *machine, const struct node *node);

/* Returns when all cores have called it. By then every node has the memory that it needs to start,
 * so no program can take it first. */
void cores_start_together(void);

#endif
