/* How the parts of a cube whose nodes take turns (kernel/clock/turn.h) go from phase to phase:
 * together. A machine of one part has nobody to meet.
 *
 * At the end of a phase each part says so, and waits until all have. What the nodes of a part have
 * written in a phase is then seen by those of the next, in whatever part they are.
 */
#ifndef KERNEL_PARTS_PHASE_H
#define KERNEL_PARTS_PHASE_H

#include "kernel/parts/part.h"

/* Ends a phase in which the nodes on the cores in the set `ran` had a turn: a bit for each core, of
 * PART_CORES. *end is what this part says, and becomes what all parts say: whether any is busy,
 * the least rest, and what has failed in any. Meanwhile does what part 0 wants done
 * (kernel/parts/agree.h). */
void phase_meet(struct phase_end *end, const uint64_t *ran);

/* Returns the set of the cores whose nodes had a turn in the phase that has ended, in the part to
 * which a dimension between parts leads. It stays as it is until phase_meet is called again. */
const uint64_t *phase_ran(uint32_t dimension);

/* Does what is to be done when no node of any part can go on: finish_idle of kernel/finish.h. All
 * parts call it after the same phase. */
void phase_idle(void);

#endif
