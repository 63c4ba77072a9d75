/* How the kernel addresses memory: at one distance from physical addresses. linker.ld shows the
 * whole address space. */
#ifndef KERNEL_MEMORY_H
#define KERNEL_MEMORY_H

#include <stdint.h>

#define DEVICE_BASE 0xffffff8000000000ull
#define STACK_BASE  0xffffff9000000000ull
#define MEMORY_BASE 0xffffffa000000000ull /* the lowest address that memory is mapped at */

/* The first level of the kernel's page tables, and the table of the gigabyte at DEVICE_BASE
 * (kernel/early_tables.S). */
extern uint64_t kernel_table[], device_table[];

/* The distance from a physical address of memory to the kernel's. kernel_main sets it first. */
extern uint64_t memory_distance;

static inline void *memory_at(uint64_t physical) {
    return (void *)(physical + memory_distance);
}

static inline uint64_t memory_physical(const void *address) {
    return (uint64_t)address - memory_distance;
}

#endif
