/* Where the devices of the board are: physical addresses, which are the same on each. A tree has
 * them on a bus whose addresses are translated, and some trees not at all, so the kernel does not
 * ask it. */
#ifndef BOARD_RASPI3B_ADDRESSES_H
#define BOARD_RASPI3B_ADDRESSES_H

enum {
    SPIN_TABLE_ADDRESS =
        0xd8, /* the release addresses of the cores, 8 bytes each, as the firmware has them */
    WATCHDOG_ADDRESS =
        0x3f100000, /* power management (BCM2835 ARM peripherals, and Linux's bcm2835_wdt.c) */
    PINS_ADDRESS = 0x3f200000,
    UART_ADDRESS = 0x3f201000,  /* a PL011 (BCM2835 ARM peripherals, chapter 13) */
    CORES_ADDRESS = 0x40000000, /* the cores' own interrupts (BCM2836 ARM-local peripherals, QA7) */
    CORES = 4,
};

#endif
