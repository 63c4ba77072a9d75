/* The kernel's part of C's <stdio.h>. A format may have %d, %u, %x (also with l or z), %s, %c and
 * %%, a width, - and 0, and for %s a precision, also as *. Other characters are copied. */
#ifndef KERNEL_LIBRARY_STDIO_H
#define KERNEL_LIBRARY_STDIO_H

#include <stdarg.h>
#include <stddef.h>

/* Writes at most `room` bytes, the last of which is 0. Returns how many characters the whole text
 * has. */
int vsnprintf(char *text, size_t room, const char *format, va_list arguments)
    __attribute__((format(printf, 3, 0)));
int snprintf(char *text, size_t room, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
