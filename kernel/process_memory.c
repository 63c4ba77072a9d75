/* The kernel uses no address of a process: it looks the page up in the tables of the process, and
 * accesses its memory at the kernel's own address. */
#include "kernel/process_memory.h"

#include <string.h>

#include "kernel/memory.h"
#include "kernel/page.h"
#include "kernel/pages.h"
#include "kernel/parsers/elf_image.h"
#include "kernel/table.h"

static uint8_t *find(const struct process *process, uint64_t address, size_t *run,
                     uint64_t forbidden) {
    if (address >= PROCESS_END)
        return NULL;
    uint64_t entry = table_entry(process->table, address);
    if (!(entry & TABLE_VALID) || !(entry & TABLE_EL0) || entry & forbidden)
        return NULL;
    uint64_t offset = address % CUBE_PAGE_BYTES;
    *run = CUBE_PAGE_BYTES - offset;
    return (uint8_t *)memory_at(entry & TABLE_ADDRESS) + offset;
}

/* The ranges of addresses whose pages come when touched, besides the stack and the heap. */
static struct {
    uint64_t address, bytes;
    const uint8_t *page;
} tables[ELF_IMAGE_SEGMENTS + 1];
static uint32_t table_count;

void process_when_touched(uint64_t address, uint64_t bytes, const uint8_t *page) {
    tables[table_count].address = address;
    tables[table_count].bytes = bytes;
    tables[table_count++].page = page;
}

/* Returns what an untouched page of a range holds, or null if the address is in none. */
static const uint8_t *page_of_table(uint64_t address) {
    for (uint32_t i = 0; i < table_count; i++)
        if (address - tables[i].address < tables[i].bytes)
            return tables[i].page;
    return NULL;
}

const uint8_t *process_untouched(const struct process *process, uint64_t address) {
    static const uint8_t zeros[CUBE_PAGE_BYTES];
    bool in_stack = address >= process->stack_bottom && address < PROCESS_STACK_TOP;
    bool in_heap = address >= process->heap_lazy && address < process->heap_mapped;
    const uint8_t *page = in_stack || in_heap ? zeros : page_of_table(address);
    return page && !(table_entry(process->table, address) & TABLE_USED) ? page : NULL;
}

/* An untouched page is read at its source, and stays untouched: the caller may be the core of
 * another node, which must not change the tables of this process. */
const uint8_t *process_bytes(const struct process *process, uint64_t address, size_t *run) {
    const uint8_t *page = process_untouched(process, address);
    if (!page)
        return find(process, address, run, 0);
    *run = CUBE_PAGE_BYTES - address % CUBE_PAGE_BYTES;
    return page + address % CUBE_PAGE_BYTES;
}

uint8_t *process_room(struct process *process, uint64_t address, size_t *run) {
    process_touch(process, address);
    return find(process, address, run, TABLE_READ_ONLY);
}

bool process_touch(struct process *process, uint64_t address) {
    const uint8_t *page = process_untouched(process, address);
    if (!page)
        return false;
    uint64_t entry = table_entry(process->table, address);
    uint64_t frame = entry ? entry & TABLE_ADDRESS : pages_allocate(1, PAGES_PROGRAM);
    if (!frame)
        return false;
    memcpy(memory_at(frame), page, CUBE_PAGE_BYTES);
    return table_map_pages(process->table, page_down(address), frame, 1, TABLE_PROCESS_DATA);
}

bool process_read(const struct process *process, void *to, uint64_t address, size_t bytes) {
    uint8_t *next = to;
    while (bytes) {
        size_t run;
        const uint8_t *from = process_bytes(process, address, &run);
        if (!from)
            return false;
        if (run > bytes)
            run = bytes;
        memcpy(next, from, run);
        next += run;
        address += run;
        bytes -= run;
    }
    return true;
}

bool process_write(struct process *process, uint64_t address, const void *from, size_t bytes) {
    const uint8_t *next = from;
    while (bytes) {
        size_t run;
        uint8_t *to = process_room(process, address, &run);
        if (!to)
            return false;
        if (run > bytes)
            run = bytes;
        memcpy(to, next, run);
        next += run;
        address += run;
        bytes -= run;
    }
    return true;
}
