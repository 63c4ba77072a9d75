/* The serial line. */
#ifndef BOARD_UART_H
#define BOARD_UART_H

#include <stddef.h>

#include "board/mmio.h"

/* Finds the serial line that the device tree names. Where it names none, what is written is lost.
 * `map` gives its registers an address. */
void uart_start(mmio_map *map);

/* Writes the `bytes` characters at `text`, each as it is. Returns when the last is on its way. Two
 * cores must not call it at once. */
void uart_write(const char *text, size_t bytes);

/* Returns the next character that has arrived, or -1 when there is none. */
int uart_read(void);

#endif
