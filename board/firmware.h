/* The firmware, which starts cores and switches the machine off (Arm PSCI 1.1). */
#ifndef BOARD_FIRMWARE_H
#define BOARD_FIRMWARE_H

#include <stdint.h>

/* Starts the core of this affinity at physical address `entry`, with `context` in x0. Returns 0, or
 * the negative number of an error as the firmware numbers them. */
int firmware_start_core(uint64_t affinity, uint64_t entry, uint64_t context);

/* Switches the machine off. */
_Noreturn void firmware_power_off(void);

#endif
