/* Whether a person sits at the other end of a descriptor. */
#include <unistd.h>

#include "cube_abi.h"
#include "libc/descriptors.h"
#include "net/system/system.h"

int isatty(int descriptor) {
    const struct descriptor *open = descriptor_at(descriptor);
    if (!open)
        return 0;
    intptr_t stream = open->kind == CONSOLE_INPUT    ? STDIN_FILENO
                      : open->kind == CONSOLE_OUTPUT ? open->others
                                                     : -1;
    if (stream >= 0 && system_node_page()->flags & CUBE_PAGE_TERMINAL << stream)
        return 1;
    errno = ENOTTY;
    return 0;
}
