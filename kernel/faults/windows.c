#include "kernel/faults/windows.h"

#include "board/colours.h"
#include "board/registers.h"
#include "kernel/links.h"
#include "kernel/memory.h"
#include "kernel/node.h"
#include "kernel/table.h"

uint64_t windows_stride(void) {
    uint64_t pages = CUBE_SLOTS_DISTANCE / CUBE_PAGE_BYTES + links_slots_pages() + 1;
    while (board_colours > 1 && pages % board_colours != 1)
        pages++;
    return pages * CUBE_PAGE_BYTES;
}

uint64_t windows_alias(void) {
    if (board_colours < 2)
        return 0;
    const uint64_t period = board_colours * CUBE_PAGE_BYTES;
    uint64_t all = 2 * node_dimension * windows_stride();
    return (all + period - 1) / period * period + period / 2;
}

uint64_t windows_place(uint32_t place) {
    return PROCESS_WINDOWS + place * windows_stride();
}

static bool map_window_at(struct process *process, uint64_t address,
                          const struct cube_window *window, uint64_t permit) {
    uint64_t frames = memory_physical(window); /* the control page; behind it, the slots */
    return table_map_pages(process->table, address, frames, 1, permit) &&
           table_map_pages(process->table, address + CUBE_SLOTS_DISTANCE, frames + CUBE_PAGE_BYTES,
                           links_slots_pages(), permit);
}

bool windows_map(struct process *process, uint32_t place, const struct cube_window *window,
                 uint64_t permit) {
    uint64_t address = windows_place(place);
    return map_window_at(process, address, window, permit) &&
           (board_colours == 1 ||
            map_window_at(process, address + windows_alias(), window, permit));
}

static void replace_window(struct process *process, uint32_t place,
                           const struct cube_window *window) {
    uint64_t address = windows_place(place);
    uint64_t pages = CUBE_SLOTS_DISTANCE / CUBE_PAGE_BYTES + links_slots_pages();
    table_unmap_pages(process->table, address, pages);
    if (board_colours > 1)
        table_unmap_pages(process->table, address + windows_alias(), pages);
    drop_translations(); /* no other core has any of this process */
    windows_map(process, place, window, TABLE_PROCESS_DATA); /* needs no further tables */
}

void windows_replace(struct process *process, uint32_t dimension,
                     const struct cube_window *outgoing, const struct cube_window *incoming) {
    replace_window(process, dimension, outgoing);
    replace_window(process, node_dimension + dimension, incoming);
}
