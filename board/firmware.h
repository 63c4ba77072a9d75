/* The firmware, which starts cores and switches the machine off (Arm PSCI 1.1), and the debugger's
 * host, which takes an exit status (Arm semihosting 2.0). */
#ifndef BOARD_FIRMWARE_H
#define BOARD_FIRMWARE_H

#include <stdint.h>

#include "kernel/fdt.h"

/* Remembers how the device tree says to call the firmware. */
void firmware_start(const struct machine *machine);

/* Starts the core of this affinity at physical address `entry` with `context` in x0. Returns 0 or
 * the firmware's negative error. */
int firmware_start_core(uint64_t affinity, uint64_t entry, uint64_t context);

/* Ends the machine with an exit status, by semihosting; where there is none, the call traps and
 * firmware_trapped leads to firmware_power_off, without a status. */
_Noreturn void firmware_exit(uint8_t status);

/* Switches the machine off. */
_Noreturn void firmware_power_off(void);

/* Whether the undefined instruction at `pc` is firmware_exit's. */
int firmware_trapped(uint64_t pc);

#endif
