/* The page allocator. No page is ever freed: a process lives as long as the machine. */
#ifndef KERNEL_PAGES_H
#define KERNEL_PAGES_H

#include <stddef.h>
#include <stdint.h>

#include "board/machine.h"

/* Whose pages they are: the kernel's, or those of images, stacks and heaps of programs. */
enum pages_use { PAGES_KERNEL, PAGES_PROGRAM, PAGES_USES };

/* Gives the allocator the pages that lie wholly in a range of physical addresses, except those that
 * pages_reserve has reserved a part of before. Both are for start-up, on the boot core alone. */
void pages_reserve(struct range range);
void pages_add(struct range range);

/* Allocates `count` contiguous pages, with undefined contents. Returns their physical address, or 0
 * if there are none. Any core may call it. */
uint64_t pages_allocate(size_t count, enum pages_use use);

/* Allocates up to *count contiguous pages, and sets *count to their number. Returns their physical
 * address, or 0 if there is none. */
uint64_t pages_allocate_some(size_t *count, enum pages_use use);

/* Returns an upper bound of the number of ranges of free pages. Called when all is reserved. */
size_t pages_most_ranges(const struct machine *machine);

/* Return the number of pages left, and of those allocated for one use. */
size_t pages_left(void);
size_t pages_used(enum pages_use use);

#endif
