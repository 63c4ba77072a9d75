/* Newlib asks by this whether to buffer a stream by the line. It does for the console, wherever its
 * output goes: a line stays whole, and is there when a program is ended. */
#include "libc/descriptors.h"

struct _reent; // NOLINT(bugprone-reserved-identifier): newlib's name

int _isatty_r(struct _reent *state, int descriptor) {
    (void)state;
    const struct descriptor *open = descriptor_at(descriptor);
    return open && (open->kind == CONSOLE_INPUT || open->kind == CONSOLE_OUTPUT);
}
