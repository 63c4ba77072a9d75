/* The serial line. */
#ifndef BOARD_UART_H
#define BOARD_UART_H

#include <stddef.h>
#include <stdint.h>

#include "board/mmio.h"

/* The physical address of the serial line's registers, set by devices_end (board/devices.h); 0: no
 * line. */
extern uint64_t uart_address;

/* Optional, set by devices_begin: a function to call before the serial line starts; and the clock
 * divisor of a bit, in 64ths of 16 cycles, if the firmware has not set it. */
extern void (*uart_prepare)(mmio_map *map);
extern uint32_t uart_divisor;

/* Starts the serial line. Without a line, output is lost. `map` gives its registers an address. */
void uart_start(mmio_map *map);

/* Writes the `bytes` characters at `text`, each as it is. Returns when the last is on its way. Two
 * cores must not call it at once. */
void uart_write(const char *text, size_t bytes);

/* Returns the next character that has arrived, or -1 when there is none. */
int uart_read(void);

#endif
