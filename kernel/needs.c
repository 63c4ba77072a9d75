#include "kernel/needs.h"

#include "kernel/ending.h"
#include "kernel/memory_map.h"
#include "kernel/node.h"
#include "kernel/pages.h"
#include "kernel/table.h"

enum { MIB = 1 << 20 };

static size_t needed_pages, longest_run;
static uint64_t given, enough; /* bytes of the machine's memory */

void needs_pages(size_t runs, size_t pages) {
    needed_pages += runs * pages;
    if (runs > 0 && pages > longest_run)
        longest_run = pages;
}

/* Returns the bytes of a machine that surely has enough memory, wherever its initrd and device tree
 * lie. A run of pages finds no place if each free range has fewer pages left, so that many pages of
 * each range may stay unused, and one more, because reserved ranges rarely end at a page. A page of
 * tables for each gigabyte is added, and the rest of a block. */
static uint64_t enough_bytes(const struct machine *machine) {
    uint64_t pages = needed_pages + pages_most_ranges(machine) * (longest_run + 1);
    uint64_t bytes = pages * CUBE_PAGE_BYTES + memory_map_reserved_bytes(machine);
    bytes += (bytes / TABLE_GIGABYTE + 2) * CUBE_PAGE_BYTES;
    return (bytes + TABLE_BLOCK_BYTES - 1) / TABLE_BLOCK_BYTES * TABLE_BLOCK_BYTES;
}

void needs_check(const struct machine *machine, uint64_t asked) {
    given = asked ? asked : memory_map_bytes(machine);
    enough = enough_bytes(machine);
    if (pages_left() < needed_pages || (asked && asked < enough))
        needs_unmet();
}

void needs_unmet(void) {
    ending_fail(STATUS_USAGE,
                "not enough memory: %u node%s with this program need%s more than the machine's %lu "
                "MiB (use --memory %luM)",
                (unsigned)node_count, node_count == 1 ? "" : "s", node_count == 1 ? "s" : "",
                (unsigned long)(given / MIB), (unsigned long)(enough / MIB));
}
