/* The memory that the machine has, and how start-up maps it and the devices. */
#ifndef KERNEL_MEMORY_MAP_H
#define KERNEL_MEMORY_MAP_H

#include <stdbool.h>
#include <stdint.h>

#include "board/machine.h"

/* The most bytes that the boot protocol allows a device tree. */
#define DEVICE_TREE_BYTES 0x200000u

/* Maps whole blocks of memory from which no page is allocated. Returns false if they are none, or
 * if memory is short for the tables. */
bool memory_map_share(struct range range);

/* Returns the kernel's address of the device tree while only the tree and the image are mapped. */
const void *memory_map_device_tree(uint64_t physical);

/* Maps all memory of the machine and gives the free part to kernel/pages.h: all but the image, the
 * device tree at physical address `tree`, the initrd and the reserved ranges. Returns false if the
 * page tables do not fit. */
bool memory_map_start(const struct machine *machine, uint64_t tree);

/* Return the bytes of memory of the machine, and those of them that are not free. */
uint64_t memory_map_bytes(const struct machine *machine);
uint64_t memory_map_reserved_bytes(const struct machine *machine);

/* Whether the `bytes` bytes at a physical address are memory that memory_map_start has mapped. */
bool memory_map_contains(const struct machine *machine, uint64_t physical, uint64_t bytes);

/* Maps the `bytes` bytes of registers of a device at a physical address. Returns the kernel's
 * address of them, or null if the gigabyte for devices is full. */
volatile uint8_t *memory_map_device(uint64_t physical, uint64_t bytes);

#endif
