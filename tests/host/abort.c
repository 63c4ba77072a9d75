/* Reports and aborts of a node on the host, by the host's own library. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "net/system/system.h"

void system_print(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vprintf(format, arguments);
    va_end(arguments);
}

void system_abort(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    abort();
}
