/* Detours: a node forwards packets of others while its process computes without a call.
 *
 * While the process runs, the timer interrupts it from time to time, and the kernel looks whether
 * the routed tail of any neighbour's window has moved. If so, the process *leaves*: the kernel
 * keeps all its registers and enters a function that the process has named. That function forwards
 * as any call of the library does, and asks the kernel to go back. It also decides whether it may
 * forward at this moment (net/detour/detour.c): the kernel knows nothing of the library.
 *
 * The cost: a system call takes no longer than without detours, and a process executes no
 * instruction for them. A core that sleeps has its timer off. Nodes with fewer than two dimensions
 * forward nothing, and get a detour only if they ask for it, to answer. Nodes that take turns
 * (kernel/clock/turn.h) get none: nothing can arrive while a process runs, and no node could
 * receive a packet before this process's next wait, which forwards. By the nodes' clocks, a packet
 * leaves this node when it comes, however long the process computes (docs/guide/measuring.md). So a
 * node's clock never counts instructions of a detour. */
#ifndef KERNEL_DETOUR_H
#define KERNEL_DETOUR_H

#include <stdint.h>

#include "kernel/trap_frame.h"

struct node;

/* CUBE_SYS_DETOUR and CUBE_SYS_RETURN (cube_abi.h). detour_end replaces *frame. */
int64_t detour_allow(struct node *node, struct trap_frame *frame);
int64_t detour_end(struct node *node, struct trap_frame *frame);

/* An interrupt has come while the process ran. If it was the timer's, looks for packets, and
 * changes *frame to that of the detour if there is something to forward. */
void detour_interrupt(struct node *node, struct trap_frame *frame);

#endif
