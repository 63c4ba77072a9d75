#include "kernel/dead.h"

#include <string.h>

#include "kernel/memory.h"
#include "kernel/node.h"
#include "kernel/page.h"
#include "kernel/pages.h"
#include "kernel/process_memory.h"
#include "kernel/table.h"

static uint64_t sets;  /* physical address of what processes read */
static uint64_t zeros; /* physical address of a page of zeros */

const char *dead_read(void) {
    if (!files.dead_bytes)
        return NULL;
    if (files.dead_bytes != node_count * sizeof *files.dead)
        return "what the initrd says of dead links is of another number of nodes";
    for (uint32_t node = 0; node < node_count; node++) {
        if (files.dead[node] >> node_dimension)
            return "a dead link in the initrd is none of the cube";
        for (uint32_t d = 0; d < node_dimension; d++)
            if ((files.dead[node] ^ files.dead[node ^ 1u << d]) >> d & 1)
                return "a link in the initrd is dead at one end alone";
    }
    return NULL;
}

uint32_t dead_links(uint32_t node) {
    return dead_any() ? files.dead[node] : 0;
}

size_t dead_pages(void) {
    return dead_any() ? page_count(files.dead_bytes) + 1 : 0;
}

bool dead_start(void) {
    if (!dead_any())
        return true;
    sets = pages_allocate(page_count(files.dead_bytes), PAGES_KERNEL);
    zeros = pages_allocate(1, PAGES_KERNEL);
    if (!sets || !zeros)
        return false;
    memset(memory_at(zeros), 0, CUBE_PAGE_BYTES);
    memset(memory_at(sets), 0, page_count(files.dead_bytes) * CUBE_PAGE_BYTES);
    memcpy(memory_at(sets), files.dead, files.dead_bytes);
    return true;
}

bool dead_map(uint64_t *table, uint32_t dead, const uint64_t outgoing[], const uint64_t incoming[],
              uint64_t *address) {
    if (!dead_any())
        return true;
    *address = PROCESS_DEAD;
    if (!table_map_pages(table, PROCESS_DEAD, sets, page_count(files.dead_bytes),
                         TABLE_PROCESS_RODATA))
        return false;
    if (!dead)
        return true;
    uint64_t own = pages_allocate(1, PAGES_KERNEL);
    if (!own)
        return false;
    memset(memory_at(own), 0, CUBE_PAGE_BYTES);
    for (; dead; dead &= dead - 1) {
        uint32_t d = (uint32_t)__builtin_ctz(dead);
        if (!table_map_pages(table, outgoing[d], own, 1, TABLE_PROCESS_DATA) ||
            !table_map_pages(table, incoming[d], zeros, 1, TABLE_PROCESS_RODATA))
            return false;
    }
    return true;
}
