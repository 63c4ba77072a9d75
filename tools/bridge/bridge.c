#include "tools/bridge/bridge.h"

#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

uint32_t host_count, host_self;
char host_names[HOSTS_MOST][HOST_NAME_BYTES];

void give_up_silently(void) {
    _exit(STATUS_HOST);
}

void give_up(const char *format, ...) {
    char line[512];
    va_list arguments;
    va_start(arguments, format);
    int length = snprintf(line, sizeof line, "cuberun: ");
    length += vsnprintf(line + length, sizeof line - (size_t)length - 1, format, arguments);
    va_end(arguments);
    size_t end = (size_t)length < sizeof line - 1 ? (size_t)length : sizeof line - 2;
    line[end] = '\n';
    ssize_t written = write(STDERR_FILENO, line, end + 1); /* whole, beside those of other hosts */
    (void)written;
    give_up_silently();
}
