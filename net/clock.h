/* The algebra of a node's clock: no state but what it is given, no machine.
 *
 * A clock shows offset + t_i * executed, where `executed` is the node's own instructions so far. It
 * moves on by itself as they are executed, by declared work, and to the arrival of what the node
 * receives. Times are below 2^63; what would go beyond ends the program.
 */
#ifndef NET_CLOCK_H
#define NET_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

#include "cube_abi.h"

struct clock {
    uint64_t offset;         /* modulo 2^64 */
    struct cube_costs costs; /* all 0 while there is no clock */
    bool on;
    bool one_port; /* sends follow each other, and so do receives */
};

/* What the clock shows. */
static inline uint64_t clock_time(const struct clock *clock, uint64_t executed) {
    return clock->offset + clock->costs.instruction * executed;
}

/* Sets it to `time`. */
static inline void clock_set(struct clock *clock, uint64_t executed, uint64_t time) {
    clock->offset = time - clock->costs.instruction * executed;
}

/* The sum of two times. */
uint64_t clock_sum(uint64_t a, uint64_t b);

#endif
