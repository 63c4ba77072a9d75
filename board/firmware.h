/* The firmware, which starts and stops cores and switches the machine off (Arm PSCI 1.1). */
#ifndef BOARD_FIRMWARE_H
#define BOARD_FIRMWARE_H

#include <stdbool.h>
#include <stdint.h>

/* Starts the core of this affinity at physical address `entry`, with `context` in x0. Returns 0, or
 * the negative number of an error as the firmware numbers them. */
int firmware_start_core(uint64_t affinity, uint64_t entry, uint64_t context);

/* Switches the calling core off. */
_Noreturn void firmware_stop_core(void);

/* Whether the core of this affinity is off. */
bool firmware_is_off(uint64_t affinity);

/* Starts a core that is off, like firmware_start_core, and switches the calling core off. From the
 * first moment on it does not touch memory, which the other core may use for anything. */
_Noreturn void firmware_hand_over(uint64_t affinity, uint64_t entry, uint64_t context);

/* Switches the machine off. */
_Noreturn void firmware_power_off(void);

#endif
