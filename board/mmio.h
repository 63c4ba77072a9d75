/* Registers of devices. */
#ifndef BOARD_MMIO_H
#define BOARD_MMIO_H

#include <stdint.h>

/* A function that maps the registers of a device, which are `bytes` bytes at a physical address. It
 * returns their address for the functions below, or null if there is no room for them. The start of
 * a device gets this function. */
typedef volatile uint8_t *mmio_map(uint64_t physical, uint64_t bytes);

static inline uint32_t mmio_read(const volatile uint8_t *device, uint32_t offset) {
    return *(const volatile uint32_t *)(device + offset);
}

static inline void mmio_write(volatile uint8_t *device, uint32_t offset, uint32_t value) {
    *(volatile uint32_t *)(device + offset) = value;
}

static inline void mmio_write_long(volatile uint8_t *device, uint32_t offset, uint64_t value) {
    *(volatile uint64_t *)(device + offset) = value;
}

static inline uint64_t mmio_read_long(const volatile uint8_t *device, uint32_t offset) {
    return *(const volatile uint64_t *)(device + offset);
}

#endif
