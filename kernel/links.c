#include "kernel/links.h"

#include <string.h>

#include "kernel/memory.h"
#include "kernel/pages.h"

/* Up to 64 nodes a ring holds a message of 64 KiB with its headers, so that one turn carries it; a
 * larger cube has more links a node and more nodes: with these, nine windows and all else that the
 * kernel keeps for a node stay below 256 KiB.
 */
enum { LARGE_RINGS_DIMENSION = 6 };
static const struct links_rings large = {128 * 1024, 16 * 1024}, small = {8 * 1024, 4 * 1024};

static struct links_rings sizes;
static struct cube_window *windows[CUBE_MAX_NODES][CUBE_MAX_DIMENSION];

void links_choose(uint32_t dimension, uint32_t direct, uint32_t routed) {
    sizes = dimension <= LARGE_RINGS_DIMENSION ? large : small;
    if (direct)
        sizes.direct = direct;
    if (routed)
        sizes.routed = routed;
}

struct links_rings links_sizes(void) {
    return sizes;
}

uint32_t links_slots_pages(void) {
    return (sizes.direct + sizes.routed + CUBE_PAGE_BYTES - 1) / CUBE_PAGE_BYTES;
}

uint32_t links_window_pages(void) {
    return 1 + links_slots_pages();
}

bool links_start(uint32_t nodes, uint32_t dimension) {
    for (uint32_t node = 0; node < nodes; node++)
        for (uint32_t d = 0; d < dimension; d++) {
            uint64_t frames = pages_allocate(links_window_pages(), PAGES_KERNEL);
            if (!frames)
                return false;
            windows[node][d] = memset(memory_at(frames), 0, sizeof(struct cube_window));
        }
    return true;
}

struct cube_window *links_window(uint32_t node, uint32_t dimension) {
    return windows[node][dimension];
}
