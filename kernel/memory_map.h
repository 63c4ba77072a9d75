/* The memory that the machine has, and how start-up maps it and the devices. */
#ifndef KERNEL_MEMORY_MAP_H
#define KERNEL_MEMORY_MAP_H

#include <stdbool.h>
#include <stdint.h>

#include "board/machine.h"

/* The most bytes that the boot protocol allows a device tree. */
#define DEVICE_TREE_BYTES 0x200000u

/* Maps whole blocks of memory that no page is allocated of. Returns false if they are none, or
 * there is no memory for the tables. */
bool memory_map_share(struct range range);

/* Returns the kernel's address of the device tree, whose physical address is given. To be used
 * while only the tree and the image are mapped. */
const void *memory_map_device_tree(uint64_t physical);

/* Maps all memory of the machine and gives kernel/pages.h what of it is free: all but the image,
 * the device tree at physical address `tree`, the initrd and the reserved ranges. Returns false
 * when there is not even room for the page tables. */
bool memory_map_start(const struct machine *machine, uint64_t tree);

/* Return how many bytes of memory the machine has, and how many of them memory_map_start does not
 * give to kernel/pages.h. */
uint64_t memory_map_bytes(const struct machine *machine);
uint64_t memory_map_reserved_bytes(const struct machine *machine);

/* Whether the `bytes` bytes at a physical address are memory that memory_map_start has mapped. */
bool memory_map_contains(const struct machine *machine, uint64_t physical, uint64_t bytes);

/* Maps the registers of a device, which are `bytes` bytes at a physical address. Returns the
 * kernel's address of them, or null when the gigabyte for devices is used up. */
volatile uint8_t *memory_map_device(uint64_t physical, uint64_t bytes);

#endif
