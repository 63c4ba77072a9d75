/* The heap: the only memory that malloc has to give. */
#include <errno.h>
#include <malloc.h>
#include <stddef.h>
#include <stdlib.h>
#include <unistd.h>

#include "cube_system_call.h"

/* Moves the heap's end by `bytes` bytes. Returns where it was, or (void *)-1 with errno set. */
void *sbrk(ptrdiff_t bytes) {
    intptr_t end = system_call(CUBE_SYS_HEAP, (uintptr_t)bytes, 0, 0);
    if (end >= 0)
        return (void *)end;
    errno = (int)-end;
    return (void *)-1;
}

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
