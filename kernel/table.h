/* Page tables: three levels of 512 entries, for 39 bits of address; pages of 4 KiB, blocks of 2 MiB
 * (Arm ARM, D8). An entry is only ever written where there was none, so that no core needs to be
 * told to drop an old one. */
#ifndef KERNEL_TABLE_H
#define KERNEL_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define TABLE_BLOCK_BYTES 0x200000u
#define TABLE_GIGABYTE    0x40000000u /* what one table of blocks maps */

/* Bits of an entry. */
#define TABLE_VALID          (1ull << 0)
#define TABLE_PAGE           (3ull << 0) /* a page at the last level, a table above it */
#define TABLE_DEVICE_MEMORY  (0ull << 2) /* MAIR_EL1's numbers (boot/registers.h) */
#define TABLE_NORMAL_MEMORY  (1ull << 2 | 3ull << 8) /* inner shareable */
#define TABLE_EL0            (1ull << 6)
#define TABLE_READ_ONLY      (1ull << 7)
#define TABLE_USED           (1ull << 10)
#define TABLE_PRIVATE        (1ull << 11) /* the lower half: not the same for every core */
#define TABLE_NO_EXECUTE_EL1 (1ull << 53)
#define TABLE_NO_EXECUTE_EL0 (1ull << 54)
#define TABLE_NO_EXECUTE     (TABLE_NO_EXECUTE_EL0 | TABLE_NO_EXECUTE_EL1)
#define TABLE_ADDRESS        0x0000fffffffff000ull

/* What may be done with a page. */
#define TABLE_KERNEL_DATA    (TABLE_NORMAL_MEMORY | TABLE_USED | TABLE_NO_EXECUTE)
#define TABLE_DEVICE_BLOCK   (TABLE_DEVICE_MEMORY | TABLE_USED | TABLE_NO_EXECUTE | TABLE_VALID)
#define TABLE_PROCESS        (TABLE_NORMAL_MEMORY | TABLE_USED | TABLE_PRIVATE | TABLE_EL0)
#define TABLE_PROCESS_TEXT   (TABLE_PROCESS | TABLE_READ_ONLY | TABLE_NO_EXECUTE_EL1)
#define TABLE_PROCESS_RODATA (TABLE_PROCESS | TABLE_READ_ONLY | TABLE_NO_EXECUTE)
#define TABLE_PROCESS_DATA   (TABLE_PROCESS | TABLE_NO_EXECUTE)

/* A new, empty table. Returns the kernel's address of it, or null when memory is short. */
uint64_t *table_make(void);

/* Maps `count` pages from `address` on to the physical addresses from `physical` on, with the
 * rights `permit`; none of them may be mapped yet. `table` is the first level. Returns false when
 * memory for further tables is short. One core at a time for one table. */
bool table_map_pages(uint64_t *table, uint64_t address, uint64_t physical, size_t count,
                     uint64_t permit);

/* The same for one block. */
bool table_map_block(uint64_t *table, uint64_t address, uint64_t physical, uint64_t permit);

/* Tables that may be new below the first level for `pages` pages in a row: those of the last level,
 * and at either end one above. */
size_t table_pages(size_t pages);

/* Maps in `table` the `count` pages from `address` on as the first level `from` maps them, by the
 * tables that it has for them: both must map nothing else in the same gigabytes. */
void table_share(uint64_t *table, const uint64_t *from, uint64_t address, size_t count);

/* The entry of the page of `address`, an address of the half that `table` is for; 0 when it is not
 * mapped by a page. */
uint64_t table_entry(const uint64_t *table, uint64_t address);

#endif
