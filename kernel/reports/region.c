#include "kernel/reports/region.h"

#include "kernel/image.h"
#include "kernel/table.h"

static const char *program_region(uint64_t address) {
    const struct elf_image *elf = &program_image.elf;
    for (uint32_t i = 0; i < elf->segments; i++) {
        const struct elf_segment *segment = &elf->segment[i];
        uint64_t start = image_segment_start(segment);
        if (address - start < image_segment_pages(segment) * CUBE_PAGE_BYTES)
            return segment->executable ? "its own code"
                   : segment->writable ? "its data"
                                       : "its constants";
    }
    return NULL;
}

/* Describes an address among the process's windows. The process can write only its own windows. */
static const char *link_region(const struct process *process, uint64_t address) {
    uint64_t entry = table_entry(process->table, address);
    if (!entry)
        return "unused, between its links";
    return entry & TABLE_READ_ONLY ? "a neighbour's link" : "its own link";
}

const char *region_name(const struct process *process, uint64_t address) {
    if (address >= -PROCESS_END)
        return "the kernel's memory";
    if (address >= PROCESS_END)
        return "not a valid address";
    if (address < PROCESS_PROGRAM_LOWEST)
        return "at or near a null pointer";
    const char *program = program_region(address);
    if (program)
        return program;
    if (address >= program_image.elf.end && address < process->heap_mapped)
        return "its heap";
    if (address >= process->heap_mapped && address < process->heap_limit)
        return "beyond the end of its heap";
    if (address >= process->stack_bottom && address < PROCESS_STACK_TOP)
        return "its stack";
    if (address - PROCESS_NOTES < CUBE_NOTES_BYTES)
        return "its profile";
    if (address >= PROCESS_FILES && address < PROCESS_FILES_END &&
        table_entry(process->table, address))
        return "its input files";
    if (address - CUBE_NODE_PAGE_ADDRESS < CUBE_PAGE_BYTES)
        return "its node page";
    if (address >= PROCESS_WINDOWS)
        return link_region(process, address);
    return "nothing is there";
}
