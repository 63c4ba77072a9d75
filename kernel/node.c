#include "kernel/node.h"

#include <string.h>

#include "kernel/awake.h"
#include "kernel/memory.h"
#include "kernel/page.h"
#include "kernel/pages.h"
#include "kernel/table.h"

enum {
    STACK_PAGES = 3,
    STACK_STRIDE = STACK_PAGES + 1, /* below each stack lies a page that is not mapped */
};

extern char boot_stack_top[]; /* linker.ld */

_Alignas(CUBE_SLOT_BYTES) _Atomic uint32_t awake;

struct node boot_node = {.stack_top = (uint64_t)boot_stack_top};
uint32_t node_count, node_dimension, node_cores, node_first, node_ranks;
const struct fault_hooks *fault_hooks;

static uint8_t *nodes;
static const size_t node_bytes = (sizeof(struct node) + 63) & ~(size_t)63;

struct node *node_at(uint32_t core) {
    return (struct node *)(nodes + core * node_bytes);
}

bool node_map_stack(struct node *node) {
    uint64_t frames = pages_allocate(STACK_PAGES, PAGES_KERNEL);
    uint64_t bottom = STACK_BASE + (node->core * STACK_STRIDE + 1) * (uint64_t)CUBE_PAGE_BYTES;
    node->stack_top = bottom + STACK_PAGES * (uint64_t)CUBE_PAGE_BYTES;
    return frames && table_map_pages(kernel_table, bottom, frames, STACK_PAGES, TABLE_KERNEL_DATA);
}

void nodes_count(uint32_t count, uint32_t ranks, uint32_t first, uint32_t cores) {
    node_count = count;
    node_first = first;
    node_cores = cores;
    node_ranks = ranks;
    node_dimension = (uint32_t)__builtin_ctz(count);
}

uint8_t node_order[CUBE_MAX_DIMENSION] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};

void nodes_order(const uint8_t order[]) {
    memcpy(node_order, order, sizeof node_order);
}

uint32_t node_place(const struct node *node) {
    return cube_place(node_order, node_dimension, node->number);
}

size_t nodes_record_pages(void) {
    return page_count(node_cores * node_bytes);
}

size_t nodes_stack_pages(void) {
    return STACK_PAGES;
}

size_t nodes_table_pages(uint32_t stacks) {
    return table_pages((size_t)stacks * STACK_STRIDE);
}

bool nodes_start(void) {
    size_t pages = nodes_record_pages();
    uint64_t frames = pages_allocate(pages, PAGES_KERNEL);
    if (!frames)
        return false;
    nodes = memory_at(frames);
    memset(nodes, 0, pages * CUBE_PAGE_BYTES);
    for (uint32_t core = 0; core < node_cores; core++) {
        struct node *node = node_at(core);
        node->core = core;
        node->number = node_first + core;
        if (!node_map_stack(node))
            return false;
    }
    return true;
}

void node_become(struct node *node) {
    write_tpidr_el1((uint64_t)node);
}
