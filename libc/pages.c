/* Memory by the page (<sys/mman.h>): blocks of the heap. */
#include <errno.h>
#include <malloc.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "cube_abi.h"
#include "libc/result.h"
#include "libc/returns.h"

/* A block that mmap has returned, and how much of it has not been given back. */
struct mapping {
    struct mapping *next;
    uint8_t *at;
    size_t bytes, left;
};

static struct mapping *mappings;

static size_t whole_pages(size_t bytes) {
    return bytes + (-bytes & (CUBE_PAGE_BYTES - 1));
}

/* Reads the bytes of a file into a block of zeros. Returns whether that went well. */
static bool read_file(int descriptor, off_t offset, uint8_t *to, size_t bytes) {
    ssize_t some = 1;
    for (; bytes > 0 && (some = pread(descriptor, to, bytes, offset)) > 0; bytes -= (size_t)some) {
        to += some;
        offset += some;
    }
    return some >= 0;
}

void *mmap(void *address, size_t bytes, int protection, int flags, int descriptor, off_t offset) {
    bool anonymous = flags & MAP_ANONYMOUS;
    (void)address;
    if (bytes == 0 || bytes > PTRDIFF_MAX || (offset & (CUBE_PAGE_BYTES - 1)) ||
        !(flags & (MAP_SHARED | MAP_PRIVATE)))
        return fail(EINVAL), MAP_FAILED;
    if (flags & MAP_FIXED || protection & PROT_EXEC ||
        (!anonymous && flags & MAP_SHARED && protection & PROT_WRITE))
        return fail(ENOTSUP), MAP_FAILED;
    struct mapping *mapping = malloc(sizeof *mapping);
    size_t pages = whole_pages(bytes);
    uint8_t *memory = mapping ? memalign(CUBE_PAGE_BYTES, pages) : NULL;
    if (!memory) {
        free(mapping);
        return fail(ENOMEM), MAP_FAILED;
    }
    memset(memory, 0, pages);
    if (!anonymous && !read_file(descriptor, offset, memory, bytes)) {
        free(memory);
        free(mapping);
        return MAP_FAILED;
    }
    *mapping = (struct mapping){.next = mappings, .at = memory, .bytes = pages, .left = pages};
    mappings = mapping;
    return memory;
}

int munmap(void *address, size_t bytes) {
    uint8_t *at = address;
    size_t pages = whole_pages(bytes);
    if (bytes == 0 || (uintptr_t)address & (CUBE_PAGE_BYTES - 1))
        return fail(EINVAL);
    for (struct mapping **place = &mappings; *place; place = &(*place)->next) {
        struct mapping *mapping = *place;
        if (at < mapping->at || at >= mapping->at + mapping->bytes)
            continue;
        mapping->left -= pages < mapping->left ? pages : mapping->left;
        if (mapping->left == 0) {
            *place = mapping->next;
            free(mapping->at);
            free(mapping);
        }
        return 0;
    }
    return 0; /* where nothing is mapped there is nothing to do, as POSIX has it */
}

int mprotect(void *address, size_t bytes, int protection) {
    (void)bytes;
    if ((uintptr_t)address & (CUBE_PAGE_BYTES - 1))
        return fail(EINVAL);
    return protection & PROT_EXEC ? fail(ENOTSUP) : 0;
}

RETURNS(int msync(void *address, size_t bytes, int flags),
        (uintptr_t)address &(CUBE_PAGE_BYTES - 1) ? fail(EINVAL) : 0)

/* Advice is no promise. */
RETURNS(int madvise(void *address, size_t bytes, int advice), 0)
RETURNS(int posix_madvise(void *address, size_t bytes, int advice), madvise(address, bytes, advice))

/* Memory never leaves the machine. */
RETURNS(int mlock(const void *address, size_t bytes), 0)
RETURNS(int munlock(const void *address, size_t bytes), 0)
