/* The serial line. */
#ifndef BOARD_UART_H
#define BOARD_UART_H

#include <stddef.h>

#include "board/machine.h"
#include "board/mmio.h"

/* Finds the serial line that the device tree names; without one, what is written is lost. `map`
 * gives its registers an address. */
void uart_start(const struct machine *machine, mmio_map *map);

/* Writes `bytes` characters of `text`, "\n" as it is. Returns when the last is on its way. Not to
 * be called by two cores at once (kernel/console.h sees to that). */
void uart_write(const char *text, size_t bytes);

/* The next character that has arrived, or -1 when there is none. */
int uart_read(void);

#endif
