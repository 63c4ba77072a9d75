/* The heap as blocks: it grows when none is free. malloc (libc/memory/malloc.c) returns these, with
 * guards under cuberun --heap-check (libc/memory/guard.h). An error that a block shows ends the
 * program as abort does, with a message. */
#ifndef LIBC_HEAP_H
#define LIBC_HEAP_H

#include <stdbool.h>
#include <stddef.h>

/* To be called when the program begins, before anything is allocated. */
void heap_start(void);

/* Takes a block of at least `bytes` bytes, at a multiple of 16. Returns null where the heap may not
 * grow so far. */
void *heap_take(size_t bytes);

/* Does the same, with `offset` bytes from its beginning a multiple of `alignment`, a power of two.
 */
void *heap_take_aligned(size_t alignment, size_t offset, size_t bytes);

/* Frees a block. */
void heap_give(void *memory);

/* Makes a block that was taken as long as `bytes` asks for, without moving it. Returns whether
 * there was room. */
bool heap_resize(void *memory, size_t bytes);

/* Returns how many bytes there are in a block that was taken. */
size_t heap_usable(void *memory);

/* Whether an address is one of the heap's. */
bool heap_has(const void *address);

/* The size of the heap, and of its free part, in bytes. */
struct heap_bytes {
    size_t all, free;
};
struct heap_bytes heap_bytes(void);

#endif
