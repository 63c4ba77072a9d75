#include "kernel/pages.h"

#include <stdatomic.h>

#include "kernel/page.h"

/* Reserved are the ranges in the device tree, the image, the tree and the initrd. Each may cut a
 * range of memory in two, and the block of the image is a range of its own. */
enum {
    RESERVED = MACHINE_MEMORY_RANGES + 3,
    FREE = 1 + MACHINE_MEMORY_RANGES + 1 + RESERVED,
};

/* The pages from `next` up to `end`. Both are multiples of the page's size. */
struct free_range {
    _Atomic uint64_t next;
    uint64_t end;
};

static struct range reserved[RESERVED];
static uint32_t reserved_ranges;
static struct free_range free_range[FREE];
static uint32_t free_ranges;
static _Atomic size_t used[PAGES_USES];

void pages_reserve(struct range range) {
    if (range.bytes && reserved_ranges < RESERVED)
        reserved[reserved_ranges++] = range;
}

/* Adds the whole pages from `base` up to `above`, and joins adjacent ranges. */
static void add_unreserved(uint64_t base, uint64_t above) {
    uint64_t next = page_up(base), end = page_down(above);
    if (next >= end)
        return;
    for (uint32_t i = 0; i < free_ranges; i++)
        if (free_range[i].end == next) {
            free_range[i].end = end;
            return;
        }
    if (free_ranges < FREE)
        free_range[free_ranges++] = (struct free_range){next, end};
}

/* Returns the lowest of the reserved ranges that end above `base`, or null. */
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
            add_unreserved(base, end);
            return;
        }
        if (hole->base > base)
            add_unreserved(base, hole->base);
        base = hole->base + hole->bytes;
    }
}

/* Takes pages off the front of a range, or returns 0. There is no lock, because hundreds of cores
 * ask at once at the start. The accesses are relaxed: nobody wrote to a page before its new
 * owner. */
static uint64_t take(struct free_range *from, uint64_t bytes) {
    uint64_t next = atomic_load_explicit(&from->next, memory_order_relaxed);
    do {
        if (from->end - next < bytes)
            return 0;
    } while (!atomic_compare_exchange_weak_explicit(&from->next, &next, next + bytes,
                                                    memory_order_relaxed, memory_order_relaxed));
    return next;
}

uint64_t pages_allocate(size_t count, enum pages_use use) {
    for (uint32_t i = 0; i < free_ranges; i++) {
        uint64_t pages = take(&free_range[i], count * CUBE_PAGE_BYTES);
        if (pages) {
            atomic_fetch_add_explicit(&used[use], count, memory_order_relaxed);
            return pages;
        }
    }
    return 0;
}

uint64_t pages_allocate_some(size_t *count, enum pages_use use) {
    uint64_t pages = 0;
    for (; *count > 0 && !(pages = pages_allocate(*count, use)); *count /= 2)
        ;
    return pages;
}

size_t pages_left(void) {
    size_t left = 0;
    for (uint32_t i = 0; i < free_ranges; i++)
        left += (free_range[i].end - free_range[i].next) / CUBE_PAGE_BYTES;
    return left;
}

size_t pages_most_ranges(const struct machine *machine) {
    return machine->memory_ranges + reserved_ranges;
}

size_t pages_used(enum pages_use use) {
    return used[use];
}
