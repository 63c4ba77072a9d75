/* Guards round what is allocated, for cuberun --heap-check. They tell of a block that the program
 * overran, or freed twice, or wrote to after it had freed it, how long it is and who has allocated
 * and freed it. Such an error ends the program as abort does: where the block is freed, and when
 * the program ends at the latest. Blocks that were freed are kept for a while, so that what is
 * written to them is found out.
 */
#ifndef LIBC_GUARD_H
#define LIBC_GUARD_H

#include <stddef.h>

/* From now on callers are looked for on the stack below `top`. To be called when the program
 * begins; before that nobody is known to have allocated anything. */
void guard_start(const void *top);

/* Takes `bytes` bytes at a multiple of `alignment`, a power of two, between guards. Returns null
 * where the heap may not grow so far. */
void *guard_take(size_t alignment, size_t bytes);

/* Gives back what was taken. */
void guard_give(void *memory);

/* Returns how many bytes were asked for. */
size_t guard_bytes(void *memory);

/* Looks at all blocks. Does nothing if there are no guards. */
void guard_look(void);

#endif
