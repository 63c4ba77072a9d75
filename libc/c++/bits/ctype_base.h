/* The classes of characters as the C++ library was compiled with them: bits of the tables that it
 * was given (libc/c++/locale.c). */
#pragma once

namespace std {
struct ctype_base {
    typedef const int *__to_type;
    typedef unsigned short mask;
    static const mask upper = 1 << 8;
    static const mask lower = 1 << 9;
    static const mask alpha = 1 << 10;
    static const mask digit = 1 << 11;
    static const mask xdigit = 1 << 12;
    static const mask space = 1 << 13;
    static const mask print = 1 << 14;
    static const mask graph = 1 << 10 | 1 << 11 | 1 << 2;
    static const mask cntrl = 1 << 1;
    static const mask punct = 1 << 2;
    static const mask alnum = 1 << 10 | 1 << 11;
    static const mask blank = 1 << 0;
};

} // namespace std
