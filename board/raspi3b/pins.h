/* The board's pins. */
#ifndef BOARD_RASPI3B_PINS_H
#define BOARD_RASPI3B_PINS_H

#include "board/mmio.h"

/* Connects the PL011 to the pins 8 and 10 of the header. A firmware that has no device tree, or no
 * overlay disable-bt, leaves it connected to the board's Bluetooth. */
void pins_connect_uart(mmio_map *map);

#endif
