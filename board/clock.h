/* The clock that keeps the date. */
#ifndef BOARD_CLOCK_H
#define BOARD_CLOCK_H

#include <stdint.h>

#include "kernel/fdt.h"

/* Reads the clock that the device tree names. */
void clock_start(const struct machine *machine);

/* Nanoseconds from 1970 (UTC) to when the virtual counter was 0, to the second; 0 when there is no
 * clock. */
uint64_t clock_epoch(void);

#endif
