/* Memory and devices that the firmware sets up for the kernel. */
#ifndef BOARD_RASPI3B_FIRMWARE_H
#define BOARD_RASPI3B_FIRMWARE_H

#include <stdbool.h>

#include "board/firmware.h"
#include "board/mmio.h"

/* Finds the spin table and the watchdog; to be called before a core is started. `map` gives their
 * registers an address. Returns whether it could. */
bool firmware_find(mmio_map *map);

/* Lets the core of this number sleep for good: the firmware's cores look for their addresses all
 * the time, and an emulator spends time on that. */
void firmware_park(uint64_t number);

#endif
