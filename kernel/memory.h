/* The kernel's view of memory: all of it at one distance from its physical addresses, and devices.
 * linker.ld has the map. */
#ifndef KERNEL_MEMORY_H
#define KERNEL_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "kernel/fdt.h"

#define DEVICE_BASE 0xffffff8000000000ull
#define STACK_BASE  0xffffff9000000000ull
#define MEMORY_BASE 0xffffffa000000000ull /* the lowest address that memory is mapped at */

/* The boot protocol's bound on the device tree. */
#define DEVICE_TREE_BYTES 0x200000u

/* The upper half's first table, and what is under DEVICE_BASE (boot/early_tables.S). */
extern uint64_t kernel_table[], device_table[];

/* What is added to a physical address of memory to get the kernel's address of it. */
extern uint64_t memory_distance;

static inline void *memory_at(uint64_t physical) {
    return (void *)(physical + memory_distance);
}

static inline uint64_t memory_physical(const void *address) {
    return (uint64_t)address - memory_distance;
}

/* The device tree at a physical address, while only it and the image are mapped. */
const void *memory_device_tree(uint64_t physical);

/* Maps all memory of the machine and gives what is free of it to pages.h: not the image, the device
 * tree at physical address `tree`, the initrd, the reserved ranges. Returns false when there is not
 * even room for the page tables of it. */
bool memory_start(const struct machine *machine, uint64_t tree);

/* Bytes of memory that the machine has, and how many of them memory_start reserves. */
uint64_t memory_bytes(const struct machine *machine);
uint64_t memory_reserved_bytes(const struct machine *machine);

/* Whether the `bytes` bytes at a physical address are memory that memory_start has mapped. */
bool memory_contains(const struct machine *machine, uint64_t physical, uint64_t bytes);

/* Maps the registers of a device, `bytes` bytes at a physical address. Returns where, or null when
 * the gigabyte for devices is used up. */
volatile uint8_t *memory_map_device(uint64_t physical, uint64_t bytes);

#endif
