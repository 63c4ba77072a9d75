#include "libc/memory/heap.h"

#include <errno.h>
#include <unistd.h>

#include "cube.h"
#include "cube_system_call.h"
#include "libc/memory/blocks.h"
#include "net/system/system.h"

enum { GROWTH = 32 }; /* so at most 3 % of a heap are more than was asked for */

static struct blocks blocks;

/* Moves the heap's end by `bytes` bytes. Returns where it was, or (void *)-1 with errno set. */
void *sbrk(ptrdiff_t bytes) {
    intptr_t end = system_call(CUBE_SYS_HEAP, (uintptr_t)bytes, 0, 0);
    if (end >= 0)
        return (void *)end;
    errno = (int)-end;
    return (void *)-1;
}

static void broken(enum blocks_fault fault, void *memory) {
    static const char *const words[] = {
        [BLOCKS_FREED_BEFORE] = "was already freed",
        [BLOCKS_UNKNOWN] = "was not allocated, or the bytes before it were overwritten",
        [BLOCKS_OVERRUN] = "was overrun: the bytes after it were overwritten",
        [BLOCKS_WRITTEN_FREE] =
            "was written after it was freed, or overrun by the block before it"};
    system_abort("graycube: node %d: heap: the block at 0x%lx %s (--heap-check tells more)\n",
                 cube_node(), (unsigned long)memory, words[fault]);
}

/* Adds at least `bytes` bytes at `end`, where the heap ends, and on to the end of a page, for a
 * process gets whole ones. Returns whether there are so many. */
static bool add(uintptr_t end, size_t bytes) {
    size_t whole = bytes + (-(end + bytes) & (CUBE_PAGE_BYTES - 1));
    void *memory = sbrk((ptrdiff_t)whole);
    if (memory == (void *)-1)
        return false;
    blocks_add(&blocks, memory, whole);
    return true;
}

/* Has the heap grow so that a block of `bytes` bytes can be taken, or the last one, at `memory`,
 * can grow to them. A large heap grows by a part of itself, so that it seldom has to. Returns
 * whether anything has come. Where the program has moved the heap's end itself, it may have to grow
 * once more. */
static bool grow(void *memory, size_t bytes) {
    size_t missing = blocks_missing(&blocks, memory, bytes);
    if (!missing)
        return false;
    uintptr_t end = blocks.end ? (uintptr_t)blocks.end : (uintptr_t)sbrk(0);
    size_t spare = (size_t)(blocks.end - blocks.start) / GROWTH;
    return (missing < spare && add(end, spare)) || add(end, missing);
}

static bool grow_any(UNUSED struct blocks *all, size_t bytes) {
    if (bytes <= BLOCKS_BYTES_MOST)
        return grow(NULL, bytes);
    errno = ENOMEM;
    return false;
}

void heap_start(void) {
    blocks.broken = broken;
    blocks.grow = grow_any;
}

void *heap_take(size_t bytes) {
    return blocks_take(&blocks, bytes);
}

void *heap_take_aligned(size_t alignment, size_t offset, size_t bytes) {
    return blocks_take_aligned(&blocks, alignment, offset, bytes);
}

void heap_give(void *memory) {
    blocks_give(&blocks, memory);
}

bool heap_resize(void *memory, size_t bytes) {
    return bytes <= BLOCKS_BYTES_MOST &&
           (blocks_resize(&blocks, memory, bytes) ||
            (grow(memory, bytes) && blocks_resize(&blocks, memory, bytes)));
}

size_t heap_usable(void *memory) {
    return blocks_usable(&blocks, memory);
}

bool heap_has(const void *address) {
    return (const char *)address >= blocks.start && (const char *)address < blocks.end;
}

struct heap_bytes heap_bytes(void) {
    return (struct heap_bytes){(size_t)(blocks.end - blocks.start), blocks_free(&blocks)};
}
