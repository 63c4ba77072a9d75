/* Calls that allocate by malloc and memalign, or tell about them (libc/memory/malloc.c). A program
 * may have a malloc of its own, and then has these by that. */
#include <errno.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>

#include "cube_abi.h"
#include "libc/memory/heap.h"
#include "libc/returns.h"

/* Allocates aligned memory as POSIX has it: returns 0 or the error, and leaves errno alone. */
int posix_memalign(void **memory, size_t alignment, size_t bytes) {
    int before = errno;
    if (alignment < sizeof(void *) || (alignment & (alignment - 1)) != 0)
        return EINVAL;
    void *allocated = memalign(alignment, bytes);
    errno = before;
    if (!allocated && bytes > 0)
        return ENOMEM;
    *memory = allocated;
    return 0;
}

void *aligned_alloc(size_t alignment, size_t bytes) {
    if (!alignment || (alignment & (alignment - 1)) != 0) {
        errno = EINVAL;
        return NULL;
    }
    return memalign(alignment, bytes);
}

RETURNS(void *valloc(size_t bytes), memalign(CUBE_PAGE_BYTES, bytes))
RETURNS(void *pvalloc(size_t bytes), valloc(bytes + (-bytes & (CUBE_PAGE_BYTES - 1))))

struct mallinfo mallinfo(void) {
    struct heap_bytes heap = heap_bytes();
    struct mallinfo info = {0};
    info.arena = heap.all;
    info.fordblks = heap.free;
    info.uordblks = heap.all - heap.free;
    return info;
}

void malloc_stats(void) {
    struct heap_bytes heap = heap_bytes();
    fprintf(stderr, "heap: %lu bytes, %lu of them free\n", (unsigned long)heap.all,
            (unsigned long)heap.free);
}

/* Nothing is to be chosen. */
RETURNS(int mallopt(int parameter, int value), 0)

/* The heap keeps what it has. */
RETURNS(int malloc_trim(size_t keep), 0)
