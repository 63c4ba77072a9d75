/* The page allocator. What is given out is never given back: a process lives as long as the
 * machine. */
#ifndef KERNEL_PAGES_H
#define KERNEL_PAGES_H

#include <stddef.h>
#include <stdint.h>

#include "board/machine.h"

/* What pages are for, to be counted: the kernel's own use, or program images, stacks, heaps. */
enum pages_use { PAGES_KERNEL, PAGES_PROGRAM, PAGES_USES };

/* Start-up, on the boot core alone: pages_reserve says what no later pages_add may give out;
 * pages_add gives the pages that lie wholly in the range, less what is reserved. Physical
 * addresses. */
void pages_reserve(struct range range);
void pages_add(struct range range);

/* `count` pages that follow each other, contents undefined. Returns their physical address, or 0
 * when there are no such pages. Any core. */
uint64_t pages_allocate(size_t count, enum pages_use use);

/* *count pages that follow each other or, where there are not so many in a row, fewer of them: as
 * many as *count says afterwards. Returns their physical address, or 0 when there are none. */
uint64_t pages_allocate_some(size_t *count, enum pages_use use);

/* Ranges that the free pages of the machine can be in: at most so many, wherever its memory, and
 * what is reserved in it, lies. After all is reserved. */
size_t pages_most_ranges(const struct machine *machine);

/* How many pages are left, and how many have been given out for a use. */
size_t pages_left(void);
size_t pages_used(enum pages_use use);

#endif
