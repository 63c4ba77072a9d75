#include "kernel/process_memory.h"

#include <errno.h>
#include <string.h>

#include "kernel/image.h"
#include "kernel/memory.h"
#include "kernel/page.h"
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

/* Gives the pages up to `end` frames and tables, so that nothing is short when they are touched: a
 * page is cleared then. */
static bool map_untouched(struct process *process, uint64_t end) {
    while (process->heap_mapped < end) {
        size_t some = page_count(end - process->heap_mapped);
        uint64_t frames = pages_allocate_some(&some, PAGES_PROGRAM);
        if (!frames || !table_map_pages(process->table, process->heap_mapped, frames, some,
                                        TABLE_PROCESS_UNTOUCHED))
            return false;
        process->heap_mapped += some * CUBE_PAGE_BYTES;
    }
    return true;
}

/* Maps the pages up to `end`, or none if they and their tables are more than are left: a process
 * that asks for too much takes nothing from the others. */
static bool map_up_to(struct process *process, uint64_t end) {
    if (process->heap_mapped >= end)
        return true;
    size_t pages = page_count(end - process->heap_mapped);
    uint64_t at_once = end < process->heap_lazy ? end : process->heap_lazy;
    bool good = pages + table_pages(pages) <= pages_left();
    while (good && process->heap_mapped < at_once)
        good = map_one_more_page(process);
    return good && map_untouched(process, end);
}

/* Clears the bytes from `from` up to `to`, in pages that the process kept when it moved the end
 * down. */
static void clear_again(struct process *process, uint64_t from, uint64_t to) {
    while (from < to) {
        size_t run = CUBE_PAGE_BYTES - from % CUBE_PAGE_BYTES;
        bool touched = !process_untouched(process, from);
        uint8_t *bytes = touched ? process_room(process, from, &run) : NULL;
        if (run > to - from)
            run = to - from;
        if (touched)
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
    if (!map_up_to(process, end)) {
        process->heap_needs = "--memory";
        return -ENOMEM;
    }
    clear_again(process, old, kept < end ? kept : end);
    process->heap_end = end;
    return (int64_t)old;
}
