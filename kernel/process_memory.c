/* The kernel never uses an address of a process. It looks the page up in the process's tables, and
 * finds the page's memory at the kernel's own address. */
#include "kernel/process_memory.h"

#include <string.h>

#include "kernel/memory.h"
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

const uint8_t *process_bytes(const struct process *process, uint64_t address, size_t *run) {
    return find(process, address, run, 0);
}

uint8_t *process_room(const struct process *process, uint64_t address, size_t *run) {
    return find(process, address, run, TABLE_READ_ONLY);
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

bool process_write(const struct process *process, uint64_t address, const void *from,
                   size_t bytes) {
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
