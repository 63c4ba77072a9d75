/* Samples: the place of a process and its callers, with the time of its clock spent there. They are
 * records of the node (formats/record.h); tools/running/sampling.py reads them.
 *
 * The process reports waits and declared work (CUBE_SYS_SAMPLE). The kernel samples its
 * instructions: the timer interrupts the process after a certain amount of work by its clock. Work
 * is all time in which the clock did not wait (docs/guide/measuring.md). A sample stands for the
 * work since the last one, so samples together cover all work up to the last.
 *
 * The first samples are FIRST units of work apart, and the distance doubles after each group of
 * equal size: so a short program has enough samples, and a long one not too many. Beyond FEW_NODES
 * nodes, the distance grows with the number of nodes, because each sample costs looks of all cores.
 * The distances are drawn at random from a half to one and a half of that, so that no loop keeps
 * step with them. They are the same in each run.
 *
 * An interrupt moves no clock. The kernel's instructions are not counted, but for those from the
 * vector to turn_pause and from turn_go_on to the process (kernel/clock/turn.h): they are the same
 * at each interrupt, and the first two, between which no instruction of the process is, tell how
 * many. A process that reads its clock loads the excess, and then the counter. If it was
 * interrupted between the two, the excess has changed, so it loads that once more. */
#ifndef KERNEL_SAMPLE_H
#define KERNEL_SAMPLE_H

#include <stdbool.h>
#include <stdint.h>

#include "kernel/trap_frame.h"

struct node;

/* Sets whether there are samples, and the cost of an instruction. Start-up calls this on the boot
 * core. */
void sample_start(bool wanted, uint32_t instruction);

/* CUBE_SYS_WATCH and CUBE_SYS_SAMPLE (cube_abi.h). sample_watch changes *frame. */
int64_t sample_watch(struct node *node, struct trap_frame *frame);
int64_t sample_told(struct node *node, const struct trap_frame *frame);

/* Called when the process enters the kernel by itself, and before it goes back, after `executed`
 * instructions. No timer runs in between. */
void sample_stop(const struct node *node);
void sample_go_on(struct node *node, uint64_t executed);

/* For an interrupt while the process ran, after `executed` instructions, those of the interrupt
 * included. Returns the number not to count: those of the interrupt, and one that the process
 * executes again because *frame goes back to it. */
uint64_t sample_interrupt(struct node *node, struct trap_frame *frame, uint64_t executed);

#endif
