/* Registers of devices, at addresses that memory_map_device returned. */
#ifndef BOARD_MMIO_H
#define BOARD_MMIO_H

#include <stdint.h>

static inline uint32_t mmio_read(const volatile uint8_t *device, uint32_t offset) {
    return *(const volatile uint32_t *)(device + offset);
}

static inline void mmio_write(volatile uint8_t *device, uint32_t offset, uint32_t value) {
    *(volatile uint32_t *)(device + offset) = value;
}

static inline uint64_t mmio_read_long(const volatile uint8_t *device, uint32_t offset) {
    return *(const volatile uint64_t *)(device + offset);
}

#endif
