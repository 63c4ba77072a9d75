/* Guards around allocations, for cuberun --heap-check. They detect overruns, double frees and
 * writes after free, and report the block's size and the callers that allocated and freed it. An
 * error ends the program as abort does: when the block is freed, or at the latest when the program
 * ends. Freed blocks are kept for a while to detect writes to them. */
#ifndef LIBC_GUARD_H
#define LIBC_GUARD_H

#include <stddef.h>

/* Sets the top of the stack on which callers are searched. Called when the program begins; earlier
 * allocations have no known caller. */
void guard_start(const void *top);

/* Takes `bytes` bytes at a multiple of `alignment`, a power of two, between guards. Returns null
 * where the heap may not grow so far. */
void *guard_take(size_t alignment, size_t bytes);

/* Frees a block. */
void guard_give(void *memory);

/* Returns how many bytes were asked for. */
size_t guard_bytes(void *memory);

/* Looks at all blocks. Does nothing if there are no guards. */
void guard_look(void);

#endif
