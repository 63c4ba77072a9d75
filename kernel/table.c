#include "kernel/table.h"

#include <string.h>

#include "board/registers.h"
#include "cube_abi.h"
#include "kernel/memory.h"
#include "kernel/pages.h"

enum { ENTRIES = 512 };

/* Levels of tables, as the architecture numbers them for addresses of 39 bits. */
enum level { FIRST = 1, BLOCKS = 2, PAGES = 3 };

static uint32_t index_of(uint64_t address, enum level level) {
    return (address >> (12 + 9 * (PAGES - level))) % ENTRIES;
}

uint64_t *table_make(void) {
    uint64_t frame = pages_allocate(1, PAGES_KERNEL);
    return frame ? memset(memory_at(frame), 0, CUBE_PAGE_BYTES) : NULL;
}

/* Returns the entry for `address` at `level`, and makes missing tables on the way. Returns null if
 * memory for them is short. */
static uint64_t *descend(uint64_t *table, uint64_t address, enum level level) {
    for (enum level at = FIRST; at < level; at++) {
        uint64_t *entry = &table[index_of(address, at)];
        if (!*entry) {
            uint64_t *next = table_make();
            if (!next)
                return NULL;
            *entry = memory_physical(next) | TABLE_PAGE;
        }
        table = memory_at(*entry & TABLE_ADDRESS);
    }
    return &table[index_of(address, level)];
}

bool table_map_pages(uint64_t *table, uint64_t address, uint64_t physical, size_t count,
                     uint64_t permit) {
    size_t mapped = 0;
    for (; mapped < count; mapped++) {
        uint64_t *entry = descend(table, address + mapped * CUBE_PAGE_BYTES, PAGES);
        if (!entry)
            break;
        *entry = (physical + mapped * CUBE_PAGE_BYTES) | permit | TABLE_PAGE;
    }
    tables_changed();
    return mapped == count;
}

void table_unmap_pages(uint64_t *table, uint64_t address, size_t count) {
    for (size_t i = 0; i < count; i++) {
        uint64_t *entry = descend(table, address + i * CUBE_PAGE_BYTES, PAGES);
        if (entry)
            *entry = 0;
    }
    tables_changed();
}

bool table_map_block(uint64_t *table, uint64_t address, uint64_t physical, uint64_t permit) {
    uint64_t *entry = descend(table, address, BLOCKS);
    if (!entry)
        return false;
    *entry = physical | permit | TABLE_VALID;
    tables_changed();
    return true;
}

size_t table_pages(size_t pages) {
    return pages / ENTRIES + 2 + 2;
}

void table_share(uint64_t *table, const uint64_t *from, uint64_t address, size_t count) {
    uint64_t last = address + (count - 1) * CUBE_PAGE_BYTES;
    for (uint32_t i = index_of(address, FIRST); i <= index_of(last, FIRST); i++)
        table[i] = from[i];
    tables_changed();
}

uint64_t table_entry(const uint64_t *table, uint64_t address) {
    for (enum level at = FIRST; at < PAGES; at++) {
        uint64_t entry = table[index_of(address, at)];
        if ((entry & TABLE_PAGE) != TABLE_PAGE)
            return 0;
        table = memory_at(entry & TABLE_ADDRESS);
    }
    return table[index_of(address, PAGES)];
}
