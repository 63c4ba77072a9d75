#include "kernel/pages.h"

#include "kernel/lock.h"

/* Each range of memory is cut in two by each reserved one inside it. */
enum {
    RESERVED = MACHINE_MEMORY_RANGES + 3,
    FREE = 1 + MACHINE_MEMORY_RANGES + RESERVED,
};

struct free_range {
    uint64_t next, end; /* page-aligned */
};

static struct range reserved[RESERVED];
static uint32_t reserved_ranges;
static struct free_range free_range[FREE];
static uint32_t free_ranges;
static size_t used[PAGES_USES];
static struct lock lock;

static uint64_t page_down(uint64_t address) {
    return address & ~(uint64_t)(CUBE_PAGE_BYTES - 1);
}

static uint64_t page_up(uint64_t address) {
    return page_down(address + CUBE_PAGE_BYTES - 1);
}

void pages_reserve(struct range range) {
    if (range.bytes && reserved_ranges < RESERVED)
        reserved[reserved_ranges++] = range;
}

void pages_add_unreserved(struct range range) {
    uint64_t next = page_up(range.base), end = page_down(range.base + range.bytes);
    if (next < end && free_ranges < FREE)
        free_range[free_ranges++] = (struct free_range){next, end};
}

/* The first reserved range at or above `base` that begins or continues there, or null. */
static const struct range *next_reserved(uint64_t base) {
    const struct range *next = NULL;
    for (uint32_t i = 0; i < reserved_ranges; i++)
        if (reserved[i].base + reserved[i].bytes > base && (!next || reserved[i].base < next->base))
            next = &reserved[i];
    return next;
}

void pages_add(struct range range) {
    uint64_t base = range.base, end = range.base + range.bytes;
    while (base < end) {
        const struct range *hole = next_reserved(base);
        if (!hole || hole->base >= end) {
            pages_add_unreserved((struct range){base, end - base});
            return;
        }
        if (hole->base > base)
            pages_add_unreserved((struct range){base, hole->base - base});
        base = hole->base + hole->bytes;
    }
}

uint64_t pages_allocate(size_t count, enum pages_use use) {
    uint64_t pages = 0;
    lock_take(&lock);
    for (uint32_t i = 0; i < free_ranges && !pages; i++) {
        struct free_range *from = &free_range[i];
        if ((from->end - from->next) / CUBE_PAGE_BYTES >= count) {
            pages = from->next;
            from->next += count * CUBE_PAGE_BYTES;
            used[use] += count;
        }
    }
    lock_release(&lock);
    return pages;
}

size_t pages_left(void) {
    size_t left = 0;
    lock_take(&lock);
    for (uint32_t i = 0; i < free_ranges; i++)
        left += (free_range[i].end - free_range[i].next) / CUBE_PAGE_BYTES;
    lock_release(&lock);
    return left;
}

size_t pages_used(enum pages_use use) {
    return used[use];
}
