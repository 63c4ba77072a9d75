/* How the parts of a cube begin together, with one clock. */
#ifndef KERNEL_PARTS_MEET_H
#define KERNEL_PARTS_MEET_H

#include <stdint.h>

/* Waits until all parts have called it: then every window is ready, and cores_ahead is known.
 * `epoch` is the date when this machine's virtual counter was 0, by its own clock. Returns it by
 * the clock of part 0. A machine of one part does not wait. */
uint64_t meet_parts(uint64_t epoch);

#endif
