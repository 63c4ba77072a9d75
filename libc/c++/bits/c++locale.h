/* Locales of the C library, as the C++ library was compiled with them: pointers to something. There
 * is one locale, "C" (libc/c++/locale.c). */
#pragma once
#pragma GCC system_header

#include <clocale>

#define _GLIBCXX_C_LOCALE_GNU   1
#define _GLIBCXX_NUM_CATEGORIES 6

struct __locale_struct;

namespace std {
typedef struct ::__locale_struct *__c_locale;

/* Writes a number as the format says. Returns its length. */
inline int __convert_from_v(const __c_locale &, char *out, const int size, const char *format,
                            ...) {
    __builtin_va_list arguments;
    __builtin_va_start(arguments, format);
    const int length = __builtin_vsnprintf(out, size, format, arguments);
    __builtin_va_end(arguments);
    return length;
}

} // namespace std
