/* The clock that keeps the date. */
#ifndef BOARD_CLOCK_H
#define BOARD_CLOCK_H

#include <stdint.h>

#include "board/mmio.h"

/* Reads the clock that the device tree names. `map` gives its registers an address. */
void clock_start(mmio_map *map);

/* Returns the nanoseconds from 1970 (UTC) to when the virtual counter was 0, exact to the second,
 * or 0 when there is no clock. */
uint64_t clock_epoch(void);

#endif
