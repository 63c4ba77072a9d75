#include "kernel/process_memory.h"

#include <errno.h>
#include <string.h>

#include "kernel/image.h"
#include "kernel/memory.h"
#include "kernel/pages.h"
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

/* Clears the bytes from `from` up to `to`, in pages that the process kept when it moved the end
 * down. */
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

int64_t heap_move(struct process *process, int64_t bytes) {
    uint64_t old = process->heap_end;
    uint64_t down = old - program_image.elf.end, up = process->heap_limit - old;
    if (bytes < 0 ? -(uint64_t)bytes > down : (uint64_t)bytes > up) {
        process->heap_needs = "--memory heap=BYTES";
        return -ENOMEM;
    }
    uint64_t end = old + (uint64_t)bytes;
    uint64_t kept = process->heap_mapped;
    while (process->heap_mapped < end)
        if (!map_one_more_page(process)) {
            process->heap_needs = "--memory";
            return -ENOMEM;
        }
    clear_again(process, old, kept < end ? kept : end);
    process->heap_end = end;
    return (int64_t)old;
}
