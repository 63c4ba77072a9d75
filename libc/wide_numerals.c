/* Numbers in wide text (C11, 7.29.4.1.1), read as the narrow ones of numerals.c: newlib makes the
 * same mistakes in both, and picolibc 1.8 has no wcstold. cubecc has the linker put these functions
 * in the place of theirs. */
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
#include <wctype.h>

/* Returns a copy of the characters that a number can have, or null without memory. */
static char *narrow(const wchar_t *text) {
    static const wchar_t most[] = L"0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                  L"_+-.()";
    size_t count = wcsspn(text, most);
    char *bytes = malloc(count + 1);
    for (size_t i = 0; bytes && i < count; i++)
        bytes[i] = (char)text[i];
    if (bytes)
        bytes[count] = 0;
    return bytes;
}

#define READ(type, name, real)                                                                     \
    type __wrap_##name(const wchar_t *restrict text, wchar_t **restrict end);                      \
    type __wrap_##name(const wchar_t *restrict text, wchar_t **restrict end) {                     \
        const wchar_t *at = text;                                                                  \
        while (iswspace((wint_t)*at))                                                              \
            at++;                                                                                  \
        char *bytes = narrow(at), *stop = bytes;                                                   \
        type value = bytes ? real(bytes, &stop) : 0;                                               \
        if (end)                                                                                   \
            *end = (wchar_t *)(stop == bytes ? text : at + (stop - bytes));                        \
        free(bytes);                                                                               \
        return value;                                                                              \
    }

READ(double, wcstod, strtod)
READ(float, wcstof, strtof)
READ(long double, wcstold, strtold)
