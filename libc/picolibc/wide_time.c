/* wcsftime for picolibc, which has none: each conversion by strftime. */
#include <stdbool.h>
#include <time.h>
#include <wchar.h>

enum { CONVERSION_CHARACTERS = 16, TEXT_BYTES = 128 }; /* the longest text is a date and a time */

/* Copies the conversion that *format begins with, and moves *format behind it. Returns whether it
 * has the form of one. */
static bool take_conversion(const wchar_t *restrict *format,
                            char conversion[CONVERSION_CHARACTERS]) {
    int length = 0;
    do {
        if (length == CONVERSION_CHARACTERS - 1 || **format == 0 || **format > 127)
            return false;
        conversion[length++] = (char)*(*format)++;
    } while (length == 1 || wcschr(L"EO+-_^#0123456789", conversion[length - 1]));
    conversion[length] = 0;
    return true;
}

size_t wcsftime(wchar_t *restrict into, size_t room, const wchar_t *restrict format,
                const struct tm *restrict time) {
    size_t length = 0;
    while (*format) {
        char conversion[CONVERSION_CHARACTERS], text[TEXT_BYTES];
        if (*format != L'%') {
            if (length < room)
                into[length] = *format;
            length++;
            format++;
            continue;
        }
        if (!take_conversion(&format, conversion))
            return 0;
        size_t bytes = strftime(text, sizeof text, conversion, time);
        for (size_t i = 0; i < bytes; i++, length++)
            if (length < room)
                into[length] = (unsigned char)text[i];
    }
    if (length >= room)
        return 0;
    into[length] = 0;
    return length;
}
