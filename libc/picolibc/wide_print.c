/* Printing of wide characters for picolibc, which has none of it (C11, 7.29.2). Numbers are printed
 * as narrow ones, and their characters widened. */
#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

/* Where wide characters go: to memory, or as bytes to a stream. */
struct sink {
    wchar_t *to;
    size_t room;
    FILE *stream; /* null: to memory */
    size_t written;
    bool failed; /* there is no room, or a character cannot be written */
};

static void put(struct sink *sink, wchar_t character) {
    sink->written++;
    if (sink->failed)
        return;
    if (sink->stream) {
        char bytes[MB_LEN_MAX];
        mbstate_t state = {0};
        size_t count = wcrtomb(bytes, character, &state);
        sink->failed = count == (size_t)-1 || fwrite(bytes, 1, count, sink->stream) != count;
    } else {
        sink->failed = sink->written >= sink->room; /* a zero has to have room, too */
        if (!sink->failed)
            sink->to[sink->written - 1] = character;
    }
}

static void fill(struct sink *sink, int count) {
    while (count-- > 0)
        put(sink, L' ');
}

/* One conversion of a format. A width or precision that is not given is -1. */
struct conversion {
    char flags[8];
    int width, precision;
    char length[3];
    char letter;
};

static bool has_flag(const struct conversion *conversion, char flag) {
    return strchr(conversion->flags, flag);
}

static int read_number(const wchar_t **format, va_list *arguments) {
    int number = 0;
    if (**format == L'*') {
        ++*format;
        return va_arg(*arguments, int);
    }
    for (; **format >= L'0' && **format <= L'9'; ++*format)
        number = 10 * number + (int)(**format - L'0');
    return number;
}

/* Reads what stands behind a %. */
static struct conversion read_conversion(const wchar_t **format, va_list *arguments) {
    struct conversion conversion = {.width = -1, .precision = -1};
    size_t flags = 0, letters = 0;
    for (; **format && wcschr(L"-+ #0", **format); ++*format)
        if (flags + 1 < sizeof conversion.flags)
            conversion.flags[flags++] = (char)**format;
    if (**format == L'*' || (**format >= L'1' && **format <= L'9'))
        conversion.width = read_number(format, arguments);
    if (conversion.width < -1) { /* a negative argument */
        conversion.width = -conversion.width;
        conversion.flags[flags < sizeof conversion.flags - 1 ? flags : 0] = '-';
    }
    if (**format == L'.') {
        ++*format;
        conversion.precision = read_number(format, arguments);
    }
    for (; **format && wcschr(L"hljztL", **format); ++*format)
        if (letters + 1 < sizeof conversion.length)
            conversion.length[letters++] = (char)**format;
    conversion.letter = **format < 128 ? (char)*(*format) : 0;
    if (**format)
        ++*format;
    return conversion;
}

/* Has the narrow printf print a number, or narrow text. `kind` is the length of its type, as printf
 * has it. */
static void put_narrow(struct sink *sink, const struct conversion *conversion, const char *kind,
                       ...) {
    char format[64], plain[64], *text = plain;
    va_list arguments, again;
    int length = snprintf(format, sizeof format, "%%%s", conversion->flags);
    if (conversion->width > 0)
        length +=
            snprintf(format + length, sizeof format - (size_t)length, "%d", conversion->width);
    if (conversion->precision >= 0)
        length +=
            snprintf(format + length, sizeof format - (size_t)length, ".%d", conversion->precision);
    snprintf(format + length, sizeof format - (size_t)length, "%s%c", kind, conversion->letter);
    va_start(arguments, kind);
    va_copy(again, arguments);
    int bytes = vsnprintf(plain, sizeof plain, format, arguments);
    if (bytes >= (int)sizeof plain && (text = malloc((size_t)bytes + 1)))
        vsnprintf(text, (size_t)bytes + 1, format, again);
    va_end(again);
    va_end(arguments);
    for (int i = 0; text && i < bytes; i++)
        put(sink, (unsigned char)text[i]);
    sink->failed = sink->failed || !text;
    if (text != plain)
        free(text);
}

static void put_wide_text(struct sink *sink, const struct conversion *conversion,
                          const wchar_t *text) {
    size_t most = conversion->precision < 0 ? SIZE_MAX : (size_t)conversion->precision;
    size_t count = 0;
    while (count < most && text[count])
        count++;
    int places = conversion->width > (int)count ? conversion->width - (int)count : 0;
    if (!has_flag(conversion, '-'))
        fill(sink, places);
    for (size_t i = 0; i < count; i++)
        put(sink, text[i]);
    if (has_flag(conversion, '-'))
        fill(sink, places);
}

static void put_character(struct sink *sink, const struct conversion *conversion,
                          wchar_t character) {
    int places = conversion->width > 1 ? conversion->width - 1 : 0;
    if (!has_flag(conversion, '-'))
        fill(sink, places);
    put(sink, character);
    if (has_flag(conversion, '-'))
        fill(sink, places);
}

static void put_integer(struct sink *sink, struct conversion *conversion, va_list *arguments) {
    bool has_sign = strchr("di", conversion->letter);
    intmax_t value;
    switch (conversion->length[0]) {
    case 0:
        value = va_arg(*arguments, int);
        value = has_sign ? value : (intmax_t)(unsigned)value;
        break;
    case 'h':
        value = va_arg(*arguments, int);
        if (conversion->length[1] == 'h')
            value = has_sign ? (signed char)value : (unsigned char)value;
        else
            value = has_sign ? (short)value : (unsigned short)value;
        break;
    default: /* all others have 64 bits */
        value = va_arg(*arguments, intmax_t);
    }
    put_narrow(sink, conversion, "j", value);
}

static void put_conversion(struct sink *sink, struct conversion *conversion, va_list *arguments) {
    bool is_long = conversion->length[0] == 'l';
    switch (conversion->letter) {
    case '%':
        put(sink, L'%');
        break;
    case 'c':
        put_character(sink, conversion,
                      is_long ? (wchar_t)va_arg(*arguments, wint_t)
                              : (wchar_t)btowc((unsigned char)va_arg(*arguments, int)));
        break;
    case 's':
        if (is_long)
            put_wide_text(sink, conversion, va_arg(*arguments, const wchar_t *));
        else
            put_narrow(sink, conversion, "", va_arg(*arguments, const char *));
        break;
    case 'p':
        put_narrow(sink, conversion, "", va_arg(*arguments, void *));
        break;
    case 'n':
        *va_arg(*arguments, int *) = (int)sink->written;
        break;
    case 'd':
    case 'i':
    case 'o':
    case 'u':
    case 'x':
    case 'X':
        put_integer(sink, conversion, arguments);
        break;
    default: /* a floating-point number; a long one is printed as a double */
        put_narrow(sink, conversion, "",
                   conversion->length[0] == 'L' ? (double)va_arg(*arguments, long double)
                                                : va_arg(*arguments, double));
    }
}

/* Returns how many characters were written, or -1. */
static int print(struct sink *sink, const wchar_t *format, va_list arguments) {
    va_list rest;
    va_copy(rest, arguments);
    while (*format) {
        if (*format != L'%') {
            put(sink, *format++);
            continue;
        }
        format++;
        struct conversion conversion = read_conversion(&format, &rest);
        if (!conversion.letter || !strchr("%cspndiouxXaAeEfFgG", conversion.letter)) {
            errno = EINVAL;
            sink->failed = true;
            break;
        }
        put_conversion(sink, &conversion, &rest);
    }
    va_end(rest);
    return sink->failed ? -1 : (int)sink->written;
}

int vswprintf(wchar_t *restrict to, size_t room, const wchar_t *restrict format,
              va_list arguments) {
    struct sink sink = {.to = to, .room = room};
    int written = print(&sink, format, arguments);
    if (room > 0)
        to[written >= 0 ? (size_t)written : room - 1] = 0;
    return written;
}

int swprintf(wchar_t *restrict to, size_t room, const wchar_t *restrict format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int written = vswprintf(to, room, format, arguments);
    va_end(arguments);
    return written;
}

int vfwprintf(FILE *restrict stream, const wchar_t *restrict format, va_list arguments) {
    struct sink sink = {.stream = stream};
    return print(&sink, format, arguments);
}

int fwprintf(FILE *restrict stream, const wchar_t *restrict format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int written = vfwprintf(stream, format, arguments);
    va_end(arguments);
    return written;
}

int vwprintf(const wchar_t *restrict format, va_list arguments) {
    return vfwprintf(stdout, format, arguments);
}

int wprintf(const wchar_t *restrict format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int written = vwprintf(format, arguments);
    va_end(arguments);
    return written;
}

/* Returns a number that is not negative, or -1. */
int fputws(const wchar_t *restrict text, FILE *restrict stream) {
    struct sink sink = {.stream = stream};
    while (*text)
        put(&sink, *text++);
    return sink.failed ? -1 : 0;
}

wint_t fputwc(wchar_t character, FILE *stream) {
    struct sink sink = {.stream = stream};
    put(&sink, character);
    return sink.failed ? WEOF : (wint_t)character;
}
