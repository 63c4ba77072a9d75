/* A long double in a stream of C++. The C++ library has printf write one, and picolibc's printf
 * takes it for a double. So the linker has a program that writes one to a stream call the function
 * here (tools/cubecc: --wrap). */
#include <stdint.h>
#include <string.h>

#include "libc/picolibc/long_double.h"

/* A stream, std::ostream. It begins with the address of its table of virtual functions, and three
 * words before that is how far behind it the part is that all streams have (Itanium C++ ABI). */
struct stream {
    const long *table;
};

enum { OFFSET_OF_COMMON_PART = -3 };

/* The part that all streams have, std::ios: how numbers are written. */
struct common {
    const void *table;
    long precision, width;
    int flags;
};

/* std::ios_base::fmtflags. */
enum {
    FIXED = 1 << 2,
    INTERNAL = 1 << 4,
    LEFT = 1 << 5,
    RIGHT = 1 << 7,
    SCIENTIFIC = 1 << 8,
    SHOW_POINT = 1 << 10,
    SHOW_SIGN = 1 << 11,
    CAPITALS = 1 << 14,
    ADJUSTED = INTERNAL | LEFT | RIGHT
};

enum { USUAL_PRECISION = 6 };

/* Writes text, filled up to the stream's width, behind it if that is what the flags say, else
 * before it: std::__ostream_insert. And std::ios::fill(). */
struct stream *stream_write(struct stream *stream, const char *text, long bytes) __asm__(
    "_ZSt16__ostream_insertIcSt11char_traitsIcEERSt13basic_ostreamIT_"
    "T0_ES6_PKS3_l");
char stream_fill(const struct common *common) __asm__(
    "_ZNKSt9basic_iosIcSt11char_traitsIcEE4fillEv");

/* std::ostream << long double, and what the C++ library's headers make of it when they are inlined.
 */
struct stream *stream_write_long_double(struct stream *stream,
                                        long double value) __asm__("__wrap__ZNSolsEe");
struct stream *
stream_insert_long_double(struct stream *stream,
                          long double value) __asm__("__wrap__ZNSo9_M_insertIeEERSoT_");

struct stream *stream_write_long_double(struct stream *stream, long double value) {
    struct common *common =
        (struct common *)((uintptr_t)stream + (uintptr_t)stream->table[OFFSET_OF_COMMON_PART]);
    int flags = common->flags, how = flags & (FIXED | SCIENTIFIC);
    struct long_double_form form = {
        .conversion = how == FIXED        ? 'f'
                      : how == SCIENTIFIC ? 'e'
                      : how               ? 'a'
                                          : 'g',
        .precision = common->precision < 0 ? USUAL_PRECISION : (int)common->precision,
        .plus = flags & SHOW_SIGN,
        .point = flags & SHOW_POINT,
        .capitals = flags & CAPITALS,
    };
    size_t width = common->width > 0 ? (size_t)common->width : 0;
    char text[LONG_DOUBLE_ROOM + (size_t)form.precision + width];
    size_t bytes = long_double_write(text, form, value);
    if ((flags & ADJUSTED) == INTERNAL && bytes < width) { /* filled up behind the sign and 0x */
        size_t before = text[0] == '-' || text[0] == '+';
        if (form.conversion == 'a' && text[before] == '0')
            before += 2;
        memmove(text + before + width - bytes, text + before, bytes - before);
        memset(text + before, stream_fill(common), width - bytes);
        bytes = width;
    }
    return stream_write(stream, text, (long)bytes);
}

struct stream *stream_insert_long_double(struct stream *stream, long double value) {
    return stream_write_long_double(stream, value);
}
