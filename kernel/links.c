#include "kernel/links.h"

#include <string.h>

#include "kernel/memory.h"
#include "kernel/node.h"
#include "kernel/pages.h"
#include "kernel/parts/part.h"

/* The sizes of rings by the number of nodes, measured by tools/bench/bare.c with --kernel-option
 * direct=, and by tools/bench/messages.c with routed=.
 *
 * A packet that fits in half a ring goes in one piece, or in two at the end of the ring; a longer
 * one in halves of the ring (ring_room in net/ring.h). Where packets fit, longer rings do not cost
 * time. With rings of 16 KiB, a total exchange of 16 KiB on 64 nodes takes 1.66 times the
 * instructions that it takes with 128 KiB.
 *
 * From 128 nodes on, passing the turn between emulated cores takes most of the time, so the time
 * depends on the bytes that a node can move in a turn: at most a ring. On 512 nodes, a total
 * exchange of 1 KiB takes 5.7 s with rings of 4 KiB, 1.8 with 8, 1.5 with 16, and 1.1 with 32. Nine
 * windows and the rest of a node's memory in the kernel then stay below 640 KiB.
 *
 * Routed rings: a round trip of 64 KiB takes 1.21 times the instructions of direct rings with 16
 * KiB, and 1.09 with 64 KiB, for which 8 nodes have the memory. On 64 nodes both take the same
 * time, and longer rings make the start longer. */
enum { KIB = 1024 };
static const struct {
    uint32_t dimension; /* of the largest cube that has these rings, as RINGS of
                           tools/running/parts.py says too */
    struct links_rings rings;
} defaults[] = {
    {3, {128 * KIB, 64 * KIB}},
    {6, {128 * KIB, 16 * KIB}},
    {CUBE_MAX_DIMENSION, {32 * KIB, 4 * KIB}},
};

static struct links_rings sizes;
static bool second; /* there is a second routed ring */
struct cube_window *links_own[LINKS_NODES][CUBE_MAX_DIMENSION];
bool links_made;

void links_choose(uint32_t dimension, uint32_t direct, uint32_t routed) {
    uint32_t k = 0;
    while (dimension > defaults[k].dimension)
        k++;
    sizes = defaults[k].rings;
    if (direct)
        sizes.direct = direct;
    if (routed)
        sizes.routed = routed;
}

void links_add_ring(void) {
    second = true;
}

struct links_rings links_sizes(void) {
    return sizes;
}

uint32_t links_slots_pages(void) {
    uint32_t routed = second ? CUBE_RINGS * sizes.routed : sizes.routed;
    return (sizes.direct + routed + CUBE_PAGE_BYTES - 1) / CUBE_PAGE_BYTES;
}

uint32_t links_window_pages(void) {
    return 1 + links_slots_pages();
}

size_t links_shared_pages(void) {
    return (size_t)node_cores * (node_dimension - part_inside) * links_window_pages();
}

bool links_start(bool asleep) {
    for (uint32_t core = 0; core < node_cores; core++)
        for (uint32_t d = 0; d < node_dimension; d++) {
            if (part_is_outside(d)) {
                links_own[core][d] = part_window(node_first + core, d);
                if (asleep) /* else no fence is needed */
                    atomic_store_explicit(&links_own[core][d]->asleep, CUBE_OUTSIDE,
                                          memory_order_relaxed);
                continue;
            }
            uint64_t frames = pages_allocate(links_window_pages(), PAGES_KERNEL);
            if (!frames)
                return false;
            links_own[core][d] = memset(memory_at(frames), 0, sizeof(struct cube_window));
        }
    return links_made = true;
}

void links_fence(void) {
    if (part_count > 1)
        part_fence();
    else
        atomic_thread_fence(memory_order_seq_cst);
}
