// Finds types and numbers that the C++ library was compiled with and the C library has otherwise: each is the name
// of a function, so that an object file tells what they are. It is compiled for Linux, whose library it is, and for
// the cube.
#include <clocale>
#include <climits>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <cwchar>
#include <cwctype>
#include <sys/time.h>
#include <sys/types.h>

template <typename type, typename name> void type_is() {
}
template <long number, typename name> void number_is() {
}
#define TYPE(type)                                                                                 \
    struct type_of_##type;                                                                         \
    template void type_is<type, type_of_##type>();
#define NUMBER(name)                                                                               \
    struct value_of_##name;                                                                        \
    template void number_is<(long)(name), value_of_##name>();
#define LAYOUT(name, type, member)                                                                 \
    struct place_of_##name##_##member;                                                             \
    template void number_is<(long)offsetof(type, member), place_of_##name##_##member>();           \
    struct type_of_##name##_##member;                                                              \
    template void type_is<decltype(type::member), type_of_##name##_##member>();
#define SIZE(name, type)                                                                           \
    struct size_of_##name;                                                                         \
    template void number_is<(long)sizeof(type), size_of_##name>();                                 \
    struct alignment_of_##name;                                                                    \
    template void number_is<(long)alignof(type), alignment_of_##name>();

// What functions of the C library take and return that the C++ library calls, and what is in the names of its own.
TYPE(size_t)
TYPE(ptrdiff_t)
TYPE(ssize_t)
TYPE(wint_t)
TYPE(wctype_t)
TYPE(mbstate_t)
TYPE(FILE)
TYPE(off_t)
TYPE(time_t)
TYPE(int8_t)
TYPE(int16_t)
TYPE(int32_t)
TYPE(int64_t)
TYPE(uint64_t)
TYPE(intmax_t)
TYPE(intptr_t)
SIZE(mbstate_t, mbstate_t)
SIZE(wchar_t, wchar_t)
SIZE(long_double, long double)
SIZE(max_align_t, max_align_t)
SIZE(timespec, timespec)
LAYOUT(timespec, timespec, tv_sec)
LAYOUT(timespec, timespec, tv_nsec)
LAYOUT(timeval, timeval, tv_sec)
SIZE(tm, tm)
LAYOUT(tm, tm, tm_sec)
LAYOUT(tm, tm, tm_min)
LAYOUT(tm, tm, tm_hour)
LAYOUT(tm, tm, tm_mday)
LAYOUT(tm, tm, tm_mon)
LAYOUT(tm, tm, tm_year)
LAYOUT(tm, tm, tm_wday)
LAYOUT(tm, tm, tm_yday)
LAYOUT(tm, tm, tm_isdst)

NUMBER(EOF)
NUMBER(WEOF)
NUMBER(SEEK_SET)
NUMBER(SEEK_CUR)
NUMBER(SEEK_END)
NUMBER(BUFSIZ)
NUMBER(MB_LEN_MAX)
NUMBER(_IOFBF)
NUMBER(_IONBF)
NUMBER(CLOCKS_PER_SEC)
NUMBER(LC_ALL)
NUMBER(CLOCK_REALTIME)
NUMBER(CLOCK_MONOTONIC)
