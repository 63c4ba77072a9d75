/* The interrupt controller. In the kernel all interrupts are masked: one that becomes pending ends
 * a core's sleep, and the core then acknowledges it by a call. A process that has a detour
 * (kernel/timer/detour.h) is interrupted. Two interrupts are used: the doorbell, which one core
 * signals to another, and the virtual timer. */
#ifndef BOARD_INTERRUPTS_H
#define BOARD_INTERRUPTS_H

#include <stdint.h>

#include "board/machine.h"
#include "board/mmio.h"

/* Finds the controller that the device tree names, and its part for each core. `map` gives their
 * registers addresses. To be called once, on the boot core. Returns null, or the reason why the
 * controller cannot be used, a constant string. */
const char *interrupts_start(const struct machine *machine, mmio_map *map);

/* Lets the doorbell and the timer of this core become pending. `core` is its place in the device
 * tree. To be called on each core. */
void interrupts_start_core(uint32_t core);

/* Makes the doorbell of `core` pending, which must have called interrupts_start_core. A core that
 * this wakes sees what the calling core has written before. */
void interrupts_signal(uint32_t core);

/* Acknowledges one pending interrupt of this core, if there is one. The timer's interrupt comes
 * back until the timer is switched off. */
void interrupts_acknowledge(void);

#endif
