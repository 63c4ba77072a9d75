/* Page tables: three levels of 512 entries translate addresses of 39 bits to pages of 4 KiB, or at
 * the second level to blocks of 2 MiB (Arm ARM, D8). An entry is written only where there was none
 * that a core may keep, so none has to drop an old one; except that the windows of a failed link
 * are unmapped, by the only core that has them. */
#ifndef KERNEL_TABLE_H
#define KERNEL_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define TABLE_BLOCK_BYTES 0x200000u
#define TABLE_GIGABYTE    0x40000000u /* the bytes that one table of blocks maps */

/* Bits of an entry. */
#define TABLE_VALID          (1ull << 0)
#define TABLE_PAGE           (3ull << 0) /* at the last level a page, at the others a table */
#define TABLE_DEVICE_MEMORY  (0ull << 2) /* MAIR_EL1's numbers (kernel/registers.h) */
#define TABLE_NORMAL_MEMORY  (1ull << 2 | 3ull << 8) /* inner shareable */
#define TABLE_EL0            (1ull << 6)
#define TABLE_READ_ONLY      (1ull << 7)
#define TABLE_USED           (1ull << 10)
#define TABLE_PRIVATE        (1ull << 11) /* of the lower half, which each core has to itself */
#define TABLE_NO_EXECUTE_EL1 (1ull << 53)
#define TABLE_NO_EXECUTE_EL0 (1ull << 54)
#define TABLE_NO_EXECUTE     (TABLE_NO_EXECUTE_EL0 | TABLE_NO_EXECUTE_EL1)
#define TABLE_ADDRESS        0x0000fffffffff000ull

/* Access rights of a page. */
#define TABLE_KERNEL_DATA    (TABLE_NORMAL_MEMORY | TABLE_USED | TABLE_NO_EXECUTE)
#define TABLE_DEVICE_BLOCK   (TABLE_DEVICE_MEMORY | TABLE_USED | TABLE_NO_EXECUTE | TABLE_VALID)
#define TABLE_PROCESS        (TABLE_NORMAL_MEMORY | TABLE_USED | TABLE_PRIVATE | TABLE_EL0)
#define TABLE_PROCESS_TEXT   (TABLE_PROCESS | TABLE_READ_ONLY | TABLE_NO_EXECUTE_EL1)
#define TABLE_PROCESS_RODATA (TABLE_PROCESS | TABLE_READ_ONLY | TABLE_NO_EXECUTE)
#define TABLE_PROCESS_DATA   (TABLE_PROCESS | TABLE_NO_EXECUTE)
/* The first access traps, and no core keeps such an entry (Arm ARM, D8.5: access flag faults). */
#define TABLE_PROCESS_UNTOUCHED (TABLE_PROCESS_DATA & ~TABLE_USED)

/* Makes an empty table. Returns the kernel's address of it, or null when memory is short. */
uint64_t *table_make(void);

/* Maps `count` unmapped pages from `address` on to the physical addresses from `physical` on, with
 * the rights `permit`. `table` is the first level. Returns false if memory for further tables is
 * short. Only one core at a time may change a table. */
bool table_map_pages(uint64_t *table, uint64_t address, uint64_t physical, size_t count,
                     uint64_t permit);

/* Unmaps `count` pages from `address` on, of which some may not be mapped; their tables exist. The
 * caller then drops the old translations, which only its core may have. */
void table_unmap_pages(uint64_t *table, uint64_t address, size_t count);

/* Maps one block in this way. */
bool table_map_block(uint64_t *table, uint64_t address, uint64_t physical, uint64_t permit);

/* Returns the most tables below the first level that mapping `pages` contiguous pages makes: those
 * of the last level, and one of the second at either end. */
size_t table_pages(size_t pages);

/* Maps `count` pages from `address` on as the first level `from` does, by sharing its tables.
 * Neither may map anything else in the same gigabytes. */
void table_share(uint64_t *table, const uint64_t *from, uint64_t address, size_t count);

/* Returns the last level's entry for `address`, which lies in the half of `table`; 0 if
 * unmapped. */
uint64_t table_entry(const uint64_t *table, uint64_t address);

#endif
