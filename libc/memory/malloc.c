/* malloc and its relatives, for either C library. */
#include <errno.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>

#include "cube_abi.h"
#include "libc/memory/blocks.h"
#include "libc/memory/guard.h"
#include "libc/memory/heap.h"

/* Whether blocks have guards (cuberun --heap-check). */
static bool has_guards(void) {
    return ((const struct cube_node_page *)CUBE_NODE_PAGE_ADDRESS)->flags & CUBE_PAGE_GUARDS;
}

void *malloc(size_t bytes) {
    return has_guards() ? guard_take(BLOCKS_ALIGNMENT, bytes) : heap_take(bytes);
}

void *memalign(size_t alignment, size_t bytes) {
    return has_guards() ? guard_take(alignment, bytes) : heap_take_aligned(alignment, 0, bytes);
}

void free(void *memory) {
    if (!memory)
        return;
    if (has_guards())
        guard_give(memory);
    else
        heap_give(memory);
}

size_t malloc_usable_size(void *memory) {
    if (!memory)
        return 0;
    return has_guards() ? guard_bytes(memory) : heap_usable(memory);
}

void *calloc(size_t count, size_t size) {
    size_t bytes;
    if (__builtin_mul_overflow(count, size, &bytes)) {
        errno = ENOMEM;
        return NULL;
    }
    void *memory = malloc(bytes);
    return memory ? memset(memory, 0, bytes) : NULL;
}

void *realloc(void *memory, size_t bytes) {
    if (!memory)
        return malloc(bytes);
    if (bytes == 0) {
        free(memory);
        return NULL;
    }
    if (!has_guards() && heap_resize(memory, bytes))
        return memory;
    size_t before = malloc_usable_size(memory);
    void *moved = malloc(bytes);
    if (moved) {
        memcpy(moved, memory, before < bytes ? before : bytes);
        free(memory);
    }
    return moved;
}
