/* Which memory the machine has, and mapping it and the devices at start-up. */
#ifndef KERNEL_MEMORY_MAP_H
#define KERNEL_MEMORY_MAP_H

#include <stdbool.h>
#include <stdint.h>

#include "board/machine.h"

/* The boot protocol's bound on the device tree. */
#define DEVICE_TREE_BYTES 0x200000u

/* The device tree at a physical address, while only it and the image are mapped. */
const void *memory_map_device_tree(uint64_t physical);

/* Maps all memory of the machine and gives what is free of it to pages.h: not the image, the device
 * tree at physical address `tree`, the initrd, the reserved ranges. Returns false when there is not
 * even room for the page tables of it. */
bool memory_map_start(const struct machine *machine, uint64_t tree);

/* Bytes of memory that the machine has, and how many of them memory_map_start reserves. */
uint64_t memory_map_bytes(const struct machine *machine);
uint64_t memory_map_reserved_bytes(const struct machine *machine);

/* Whether the `bytes` bytes at a physical address are memory that memory_map_start has mapped. */
bool memory_map_contains(const struct machine *machine, uint64_t physical, uint64_t bytes);

/* Maps the registers of a device, `bytes` bytes at a physical address. Returns where, or null when
 * the gigabyte for devices is used up. */
volatile uint8_t *memory_map_device(uint64_t physical, uint64_t bytes);

#endif
