/* Samples: where a process is, and who has called that, with how much of its clock's time it has
 * spent there. They are records of the node (formats/record.h); tools/running/sampling.py reads
 * them.
 *
 * Of waits and of declared work the process itself says how much there was (CUBE_SYS_SAMPLE). Of
 * its own instructions the kernel finds out where they were spent: when the process has done so
 * much more work by its clock, the timer interrupts it. Work is all time in which the clock did not
 * wait (docs/guide/measuring.md). A sample stands for the work since the last one, so all samples
 * together are all work but what came after the last.
 *
 * The first samples are FIRST units of work apart, the next so many twice that, and so on: so
 * a short program has enough of them, and a long one not too many. On a cube of many nodes those of
 * a node are farther apart, as many times as there are FEW_NODES nodes: all of them together are as
 * many, and the time that they take is for each sample the looks of all cores at whose turn it is.
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

/* An interrupt has come while the process ran, which had then executed `executed` instructions,
 * with those of the interrupt. Returns the number of those not to count: these, and one that the
 * process executes again because *frame goes back to it. */
uint64_t sample_interrupt(struct node *node, struct trap_frame *frame, uint64_t executed);

#endif
