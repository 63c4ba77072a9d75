#include "kernel/memory_map.h"

#include "board/registers.h"
#include "kernel/memory.h"
#include "kernel/pages.h"
#include "kernel/table.h"

/* Memory is mapped in whole blocks. Parts of blocks at the ends of a range are not used. */
#define BLOCK_BYTES TABLE_BLOCK_BYTES

enum {
    DEVICE_BLOCKS = 512,
    DEVICE_TREE_BLOCKS = 2, /* the first of them map the device tree (kernel/early_tables.S) */
};

extern char image_start[], image_end[]; /* linker.ld */

static uint32_t device_blocks = DEVICE_TREE_BLOCKS;

static uint64_t image_bytes(void) {
    return (uint64_t)image_end - (uint64_t)image_start;
}

static uint64_t block_down(uint64_t address) {
    return address & ~(uint64_t)(BLOCK_BYTES - 1);
}

static uint64_t block_up(uint64_t address) {
    return block_down(address + BLOCK_BYTES - 1);
}

const void *memory_map_device_tree(uint64_t physical) {
    return (const void *)(DEVICE_BASE + physical % BLOCK_BYTES);
}

/* Returns the part of the range that is mapped: its whole blocks within the kernel's addresses. */
static struct range mapped_part(const struct range *range) {
    uint64_t lowest = MEMORY_BASE - memory_distance;
    uint64_t highest = UINT64_MAX - memory_distance;
    if (lowest > highest) /* the kernel's lowest address of memory is below physical address 0 */
        lowest = 0;
    uint64_t first = block_up(range->base), end = block_down(range->base + range->bytes);
    if (first < lowest)
        first = lowest;
    if (end > highest)
        end = block_down(highest);
    return (struct range){first, end > first ? end - first : 0};
}

bool memory_map_contains(const struct machine *machine, uint64_t physical, uint64_t bytes) {
    for (uint32_t i = 0; i < machine->memory_ranges; i++) {
        struct range part = mapped_part(&machine->memory[i]);
        if (physical >= part.base && physical - part.base <= part.bytes &&
            bytes <= part.bytes - (physical - part.base))
            return true;
    }
    return false;
}

static bool map_blocks(uint64_t first, uint64_t end) {
    for (uint64_t block = first; block < end; block += BLOCK_BYTES)
        if (!table_map_block(kernel_table, block + memory_distance, block, TABLE_KERNEL_DATA))
            return false;
    return true;
}

bool memory_map_share(struct range range) {
    struct range part = mapped_part(&range);
    return part.bytes == range.bytes && map_blocks(part.base, part.base + part.bytes);
}

/* Maps the blocks from `first` up to `end`, and gives what is free of them to pages.h. */
static bool add_blocks(uint64_t first, uint64_t end) {
    if (!map_blocks(first, end))
        return false;
    if (first < end)
        pages_add((struct range){first, end - first});
    return true;
}

bool memory_map_start(const struct machine *machine, uint64_t tree) {
    uint64_t image = memory_physical(image_start), after_image = image + BLOCK_BYTES;
    pages_reserve((struct range){image, image_bytes()});
    pages_reserve((struct range){tree, DEVICE_TREE_BYTES});
    pages_reserve(
        (struct range){machine->initrd_start, machine->initrd_end - machine->initrd_start});
    for (uint32_t i = 0; i < machine->reserved_ranges; i++)
        pages_reserve(machine->reserved[i]);

    /* The block of the image is mapped already, and the blocks behind it in the same gigabyte have
     * a table. Their pages come first: tables for other memory are made of them. */
    pages_add((struct range){image, BLOCK_BYTES});
    for (uint32_t i = 0; i < machine->memory_ranges; i++) {
        struct range part = mapped_part(&machine->memory[i]);
        uint64_t end = part.base + part.bytes;
        if (!add_blocks(part.base < after_image ? after_image : part.base, end) ||
            !add_blocks(part.base, end < image ? end : image))
            return false;
    }
    return true;
}

uint64_t memory_map_bytes(const struct machine *machine) {
    uint64_t bytes = 0;
    for (uint32_t i = 0; i < machine->memory_ranges; i++)
        bytes += machine->memory[i].bytes;
    return bytes;
}

uint64_t memory_map_reserved_bytes(const struct machine *machine) {
    uint64_t bytes =
        image_bytes() + DEVICE_TREE_BYTES + machine->initrd_end - machine->initrd_start;
    for (uint32_t i = 0; i < machine->reserved_ranges; i++)
        bytes += machine->reserved[i].bytes;
    return bytes;
}

volatile uint8_t *memory_map_device(uint64_t physical, uint64_t bytes) {
    uint64_t first = block_down(physical);
    uint64_t blocks = (block_up(physical + bytes) - first) / BLOCK_BYTES;
    if (blocks > DEVICE_BLOCKS - device_blocks)
        return NULL;
    uint64_t address = DEVICE_BASE + device_blocks * (uint64_t)BLOCK_BYTES;
    for (uint64_t i = 0; i < blocks; i++)
        device_table[device_blocks++] = (first + i * BLOCK_BYTES) | TABLE_DEVICE_BLOCK;
    tables_changed();
    return (volatile uint8_t *)(address + (physical - first));
}
