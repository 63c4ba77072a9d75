/* The heap: the only memory that malloc has to give. */
#include <errno.h>
#include <stddef.h>
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
