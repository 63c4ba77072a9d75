#include "kernel/windows.h"

#include "board/colours.h"
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
