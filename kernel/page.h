/* Arithmetic with pages. */
#ifndef KERNEL_PAGE_H
#define KERNEL_PAGE_H

#include <stddef.h>
#include <stdint.h>

#include "cube_abi.h"

/* Return an address or a size, rounded down or up to a multiple of the page size. */
/*@ assigns \nothing; */
static inline uint64_t page_down(uint64_t address) {
    return address & ~(uint64_t)(CUBE_PAGE_BYTES - 1);
}

/*@ assigns \nothing; */
static inline uint64_t page_up(uint64_t address) {
    return page_down(address + CUBE_PAGE_BYTES - 1);
}

/* Returns how many pages hold `bytes` bytes. */
static inline size_t page_count(uint64_t bytes) {
    return page_up(bytes) / CUBE_PAGE_BYTES;
}

#endif
