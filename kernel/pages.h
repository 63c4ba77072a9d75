/* The page allocator. No page is ever given back, because a process lives as long as the machine.
 */
#ifndef KERNEL_PAGES_H
#define KERNEL_PAGES_H

#include <stddef.h>
#include <stdint.h>

#include "board/machine.h"

/* What pages are used for, each counted apart: by the kernel itself, or by programs for their
 * images, stacks and heaps. */
enum pages_use { PAGES_KERNEL, PAGES_PROGRAM, PAGES_USES };

/* pages_add gives the allocator the pages that lie wholly in a range of physical addresses, except
 * those of which pages_reserve has reserved any part before. Both are for start-up, on the boot
 * core alone. */
void pages_reserve(struct range range);
void pages_add(struct range range);

/* Gives out `count` pages that follow each other. Returns their physical address, or 0 when there
 * are no such pages. What is in them is undefined. Any core may call it. */
uint64_t pages_allocate(size_t count, enum pages_use use);

/* Gives out *count pages that follow each other, or fewer if there are fewer in a row, and sets
 * *count to their number. Returns their physical address, or 0 when there is none. */
uint64_t pages_allocate_some(size_t *count, enum pages_use use);

/* Returns the most ranges that the machine's free pages can be in, wherever its memory lies and
 * what is reserved in it. To be called when all is reserved. */
size_t pages_most_ranges(const struct machine *machine);

/* Return how many pages are left, and how many have been given out for one use. */
size_t pages_left(void);
size_t pages_used(enum pages_use use);

#endif
