/* Times programs whose work is the same on any number of nodes. */
#ifndef PROGRAMS_PARTS_SPEEDUP_H
#define PROGRAMS_PARTS_SPEEDUP_H

#include <stdint.h>

/* Lets all nodes begin at the same moment, and returns that moment. Every node calls it. */
uint64_t speedup_begin(void);

/* Every node calls this when its part of the work is done. Node 0 prints the time from `begun` to
 * the end at the last node and, in a second line, `predicted`, which is the time of the
 * communication by the cost model. tools/speedup reads these two lines. */
void speedup_end(uint64_t begun, double predicted);

#endif
