/* The interrupt controller. Interrupts stay masked: one that is pending ends a core's sleep, and is
 * then acknowledged by hand. Two are used: the doorbell, which one core signals to another, and the
 * virtual timer. */
#ifndef BOARD_INTERRUPTS_H
#define BOARD_INTERRUPTS_H

#include <stdint.h>

#include "board/machine.h"
#include "board/mmio.h"

/* On the boot core, once: finds the controller of the device tree and its part for each core. `map`
 * gives their registers addresses. Returns null, or the reason why the controller cannot be used, a
 * constant string. */
const char *interrupts_start(const struct machine *machine, mmio_map *map);

/* On each core: lets its doorbell and its timer become pending. `core` is its place in the tree. */
void interrupts_start_core(uint32_t core);

/* Makes the doorbell of `core` pending; core 0 .. cores - 1, which has called
 * interrupts_start_core. What this core wrote before is seen by a core that it wakes. */
void interrupts_signal(uint32_t core);

/* Takes one pending interrupt of this core away, if there is one. The timer's comes back until the
 * timer is switched off. */
void interrupts_acknowledge(void);

#endif
