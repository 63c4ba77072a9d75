/* How a node on the host says what it cannot go on from: by the host's own library. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "net/system.h"

void system_abort(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    abort();
}
