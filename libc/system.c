/* What net and the C library ask of the kernel, by system calls. */
#include "libc/system.h"

#include <errno.h>
#include <stddef.h>
#include <unistd.h>

#include "net/system.h"

const struct cube_node_page *system_node_page(void) {
    return (const struct cube_node_page *)CUBE_NODE_PAGE_ADDRESS;
}

int system_wait(const struct cube_wait *wait) {
    return (int)system_call(CUBE_SYS_WAIT, (uintptr_t)wait, 0, 0);
}

int system_ring(uint32_t dimensions) {
    return (int)system_call(CUBE_SYS_RING, dimensions, 0, 0);
}

/* Moves the end of the heap; malloc's only source of memory. */
void *sbrk(ptrdiff_t bytes) {
    intptr_t end = system_call(CUBE_SYS_HEAP, (uintptr_t)bytes, 0, 0);
    if (end >= 0)
        return (void *)end;
    errno = (int)-end;
    return (void *)-1;
}
