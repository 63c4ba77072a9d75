/* How parts whose nodes take turns (kernel/clock/turn.h) go from phase to phase together. A machine
 * of one part meets no other.
 *
 * At the end of a phase each part waits for all others. So nodes of the next phase see what nodes
 * of any part have written. */
#ifndef KERNEL_PARTS_PHASE_H
#define KERNEL_PARTS_PHASE_H

#include "kernel/parts/part.h"

/* Ends a phase in which the nodes on the cores in the set `ran` had a turn: a bit for each core, of
 * PART_CORES. *end is the result of this part, and becomes that of all parts: whether any is busy,
 * the least rest, and the failures. Meanwhile does stages for part 0 (kernel/parts/agree.h). */
void phase_meet(struct phase_end *end, const uint64_t *ran);

/* Returns the set of cores whose nodes had a turn in the last phase, in the part to which a
 * dimension between parts leads. It stays until phase_meet is called again. */
const uint64_t *phase_ran(uint32_t dimension);

/* Called by all parts after the same phase when no node of any part can go on: finish_idle of
 * kernel/finish.h. */
void phase_idle(void);

#endif
