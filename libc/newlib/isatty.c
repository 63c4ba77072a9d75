/* Newlib asks by this whether it is to write a stream line by line. It is, to whatever the
 * console's output goes: a line stays whole, and is there when a program is ended. */
#include "libc/descriptors.h"

struct _reent; // NOLINT(bugprone-reserved-identifier): newlib's name

int _isatty_r(struct _reent *state, int descriptor) {
    (void)state;
    const struct descriptor *open = descriptor_at(descriptor);
    return open && (open->kind == CONSOLE_INPUT || open->kind == CONSOLE_OUTPUT);
}
