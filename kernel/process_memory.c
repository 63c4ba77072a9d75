/* The kernel never uses an address of a process. It looks the page up in the process's tables, and
 * finds the page's memory at the kernel's own address. */
#include "kernel/process_memory.h"

#include <string.h>

#include "kernel/memory.h"
#include "kernel/page.h"
#include "kernel/pages.h"
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

bool process_stack_is_untouched(const struct process *process, uint64_t address) {
    return address >= process->stack_bottom && address < PROCESS_STACK_TOP &&
           !table_entry(process->table, address);
}

/* An untouched page of the stack reads as zeros and stays untouched: the caller may be the core of
 * another node, which must not change this process's tables. */
const uint8_t *process_bytes(const struct process *process, uint64_t address, size_t *run) {
    static const uint8_t zeros[CUBE_PAGE_BYTES];
    if (!process_stack_is_untouched(process, address))
        return find(process, address, run, 0);
    *run = CUBE_PAGE_BYTES - address % CUBE_PAGE_BYTES;
    return zeros;
}

uint8_t *process_room(struct process *process, uint64_t address, size_t *run) {
    process_grow_stack(process, address);
    return find(process, address, run, TABLE_READ_ONLY);
}

bool process_grow_stack(struct process *process, uint64_t address) {
    if (!process_stack_is_untouched(process, address))
        return false;
    uint64_t frame = pages_allocate(1, PAGES_PROGRAM);
    if (!frame)
        return false;
    memset(memory_at(frame), 0, CUBE_PAGE_BYTES);
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
