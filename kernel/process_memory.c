/* The kernel's side of a process's memory. The kernel never uses an address of a process: it looks
 * the page up in the process's own tables and finds it in its own map of all memory. */
#include <errno.h>
#include <string.h>

#include "kernel/image.h"
#include "kernel/memory.h"
#include "kernel/pages.h"
#include "kernel/process.h"
#include "kernel/table.h"

static bool map_one_more_page(struct process *process) {
    uint64_t frame = pages_allocate(1, PAGES_PROGRAM);
    if (!frame)
        return false;
    memset(memory_at(frame), 0, CUBE_PAGE_BYTES);
    if (!table_map_pages(process->table, process->heap_mapped, frame, 1, TABLE_PROCESS_DATA))
        return false;
    process->heap_mapped += CUBE_PAGE_BYTES;
    return true;
}

/* Clears what the process left behind, when it moved the end down, in pages that it kept. */
static void clear_again(struct process *process, uint64_t from, uint64_t to) {
    while (from < to) {
        size_t run = 0;
        uint8_t *bytes = process_room(process, from, &run);
        if (run > to - from)
            run = to - from;
        memset(bytes, 0, run);
        from += run;
    }
}

int64_t process_move_heap(struct process *process, int64_t bytes) {
    uint64_t old = process->heap_end;
    uint64_t down = old - program_image.elf.end, up = process->heap_limit - old;
    if (bytes < 0 ? -(uint64_t)bytes > down : (uint64_t)bytes > up)
        return -ENOMEM;
    uint64_t end = old + (uint64_t)bytes;
    uint64_t kept = process->heap_mapped;
    while (process->heap_mapped < end)
        if (!map_one_more_page(process))
            return -ENOMEM;
    clear_again(process, old, kept < end ? kept : end);
    process->heap_end = end;
    return (int64_t)old;
}

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

static const char *program_region(uint64_t address) {
    const struct elf_image *elf = &program_image.elf;
    for (uint32_t i = 0; i < elf->segments; i++) {
        const struct elf_segment *segment = &elf->segment[i];
        uint64_t start = image_segment_start(segment);
        if (address - start < image_segment_pages(segment) * CUBE_PAGE_BYTES)
            return segment->executable ? "its own text"
                   : segment->writable ? "its data"
                                       : "its constants";
    }
    return NULL;
}

/* Windows in the order of process.c: outgoing, then incoming, each twice. */
static const char *link_region(const struct process *process, uint64_t address) {
    uint64_t entry = table_entry(process->table, address);
    if (!entry)
        return "between the windows of its links";
    return entry & TABLE_READ_ONLY ? "a neighbour's link" : "its own link";
}

const char *process_region(const struct process *process, uint64_t address) {
    if (address >= -PROCESS_END)
        return "the kernel's memory";
    if (address >= PROCESS_END)
        return "no address of this machine";
    if (address < PROCESS_PROGRAM_LOWEST)
        return "a null pointer, or nearly so";
    const char *program = program_region(address);
    if (program)
        return program;
    if (address >= program_image.elf.end && address < process->heap_mapped)
        return "its heap";
    if (address >= process->heap_mapped && address < process->heap_limit)
        return "beyond the end of its heap";
    if (address >= process->stack_bottom && address < PROCESS_STACK_TOP)
        return "its stack";
    if (address >= PROCESS_FILES && address < PROCESS_FILES_END &&
        table_entry(process->table, address))
        return "the files it was given";
    if (address - CUBE_NODE_PAGE_ADDRESS < CUBE_PAGE_BYTES)
        return "its node page";
    if (address >= PROCESS_WINDOWS)
        return link_region(process, address);
    return "nothing is there";
}
