/* The kernel's addresses of memory: all of it is mapped at one distance from its physical
 * addresses. linker.ld has the map. */
#ifndef KERNEL_MEMORY_H
#define KERNEL_MEMORY_H

#include <stdint.h>

#define DEVICE_BASE 0xffffff8000000000ull
#define STACK_BASE  0xffffff9000000000ull
#define MEMORY_BASE 0xffffffa000000000ull /* the lowest address that memory is mapped at */

/* The upper half's first table, and what is under DEVICE_BASE (boot/early_tables.S). */
extern uint64_t kernel_table[], device_table[];

/* What is added to a physical address of memory to get the kernel's address of it. Set before
 * anything else. */
extern uint64_t memory_distance;

static inline void *memory_at(uint64_t physical) {
    return (void *)(physical + memory_distance);
}

static inline uint64_t memory_physical(const void *address) {
    return (uint64_t)address - memory_distance;
}

#endif
