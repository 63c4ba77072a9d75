#include "kernel/faults/dead.h"

#include <string.h>

#include "kernel/memory.h"
#include "kernel/node.h"
#include "kernel/page.h"
#include "kernel/pages.h"
#include "kernel/process_memory.h"
#include "kernel/table.h"
#include "net/ways/faults.h"

const uint16_t *dead_sets;

static uint32_t end; /* the program runs on no node from this number on */

static uint64_t copy;  /* physical address of what processes read */
static uint64_t zeros; /* physical address of a page of zeros */

static bool lives(uint32_t node) {
    const struct faults faults = {node_dimension, dead_sets};
    return !dead_any() || !faults_is_cut_off(&faults, node);
}

#define INVALID(problem) "dead links: invalid table: " problem " (make it by cuberun --dead)"

const char *dead_read(const uint16_t *sets, size_t bytes) {
    end = node_ranks;
    if (bytes == 0)
        return NULL;
    if (bytes != node_count * sizeof *sets)
        return INVALID("wrong number of nodes");
    for (uint32_t node = 0; node < node_count; node++) {
        if (sets[node] >> node_dimension)
            return INVALID("a link outside the cube");
        for (uint32_t d = 0; d < node_dimension; d++)
            if ((sets[node] ^ sets[node ^ 1u << d]) >> d & 1)
                return INVALID("a link is dead at one end only");
    }
    dead_sets = sets;
    uint32_t living = 0;
    for (end = 0; living < node_ranks && end < node_count; end++)
        living += lives(end);
    return living < node_ranks ? "dead links: fewer live nodes than ranks" : NULL;
}

bool dead_runs(uint32_t node) {
    return node < end && lives(node);
}

uint32_t dead_links(uint32_t node) {
    return dead_any() ? dead_sets[node] : 0;
}

static size_t sets_bytes(void) {
    return node_count * sizeof *dead_sets;
}

size_t dead_pages(void) {
    return dead_any() ? page_count(sets_bytes()) + 1 + node_cores : 0;
}

bool dead_start(void) {
    if (!dead_any())
        return true;
    copy = pages_allocate(page_count(sets_bytes()), PAGES_KERNEL);
    zeros = pages_allocate(1, PAGES_KERNEL);
    if (!copy || !zeros)
        return false;
    memset(memory_at(zeros), 0, CUBE_PAGE_BYTES);
    memset(memory_at(copy), 0, page_count(sets_bytes()) * CUBE_PAGE_BYTES);
    memcpy(memory_at(copy), dead_sets, sets_bytes());
    for (uint32_t core = 0; core < node_cores; core++)
        node_at(core)->cut = dead_links(node_first + core);
    return true;
}

bool dead_map(struct node *node, struct cube_node_page *page, bool carried) {
    uint64_t *table = node->process.table;
    uint32_t dead = carried ? 0 : node->cut;
    if (!dead_any())
        return true;
    page->dead = PROCESS_DEAD;
    if (!table_map_pages(table, PROCESS_DEAD, copy, page_count(sets_bytes()), TABLE_PROCESS_RODATA))
        return false;
    if (!dead)
        return true;
    uint64_t own = pages_allocate(1, PAGES_KERNEL);
    if (!own)
        return false;
    memset(memory_at(own), 0, CUBE_PAGE_BYTES);
    for (; dead; dead &= dead - 1) {
        uint32_t d = (uint32_t)__builtin_ctz(dead);
        if (!table_map_pages(table, page->outgoing[d], own, 1, TABLE_PROCESS_DATA) ||
            !table_map_pages(table, page->incoming[d], zeros, 1, TABLE_PROCESS_RODATA))
            return false;
    }
    return true;
}
