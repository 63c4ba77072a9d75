#include <stdio.h>

#include <stdbool.h>
#include <stdint.h>

struct output {
    char *text;
    size_t room, bytes; /* bytes: of the whole text, also where it is longer than the room */
};

/* What stands between % and the letter. */
struct field {
    bool left, zeros, wide; /* wide: the number has 64 bits */
    size_t width, precision;
};

enum { DIGITS = 20 }; /* the most that 64 bits have */

static void put(struct output *output, char character, size_t times) {
    while (times--) {
        if (output->bytes + 1 < output->room)
            output->text[output->bytes] = character;
        output->bytes++;
    }
}

/* Puts `bytes` characters of the text, in a field of this width. */
static void put_text(struct output *output, const struct field *field, const char *text,
                     size_t bytes) {
    size_t gap = field->width > bytes ? field->width - bytes : 0;
    if (!field->left)
        put(output, ' ', gap);
    for (size_t i = 0; i < bytes; i++)
        put(output, text[i], 1);
    if (field->left)
        put(output, ' ', gap);
}

static void put_number(struct output *output, const struct field *field, unsigned long number,
                       unsigned base, bool negative) {
    char digits[DIGITS + 1], *first = digits + sizeof digits;
    do
        *--first = "0123456789abcdef"[number % base];
    while (number /= base);
    size_t bytes = (size_t)(digits + sizeof digits - first) + negative;
    if (field->zeros && !field->left) {
        put(output, '-', negative);
        put(output, '0', field->width > bytes ? field->width - bytes : 0);
        put_text(output, &(struct field){0}, first, bytes - negative);
        return;
    }
    if (negative)
        *--first = '-';
    put_text(output, field, first, bytes);
}

/* Reads a decimal number, and leaves *format behind it. */
static size_t read_number(const char **format) {
    size_t number = 0;
    while (**format >= '0' && **format <= '9')
        number = number * 10 + (size_t)(*(*format)++ - '0');
    return number;
}

/* Returns how many characters of a string are shown: no byte behind these is read. */
static size_t shown(const char *text, size_t most) {
    size_t bytes = 0;
    while (bytes < most && text[bytes])
        bytes++;
    return bytes;
}

int vsnprintf(char *text, size_t room, const char *format, va_list arguments) {
    struct output output = {text, room, 0};
    while (*format) {
        const char *start = format;
        if (*format++ != '%') {
            put(&output, *start, 1);
            continue;
        }
        struct field field = {.precision = SIZE_MAX};
        for (; *format == '-' || *format == '0'; format++)
            *(*format == '-' ? &field.left : &field.zeros) = true;
        field.width = read_number(&format);
        if (*format == '.') {
            format++;
            if (*format == '*') {
                field.precision = (size_t)va_arg(arguments, int);
                format++;
            } else {
                field.precision = read_number(&format);
            }
        }
        for (; *format == 'l' || *format == 'z'; format++)
            field.wide = true;
        switch (*format++) {
        case 'd': {
            long number = field.wide ? va_arg(arguments, long) : va_arg(arguments, int);
            unsigned long size = number < 0 ? 0 - (unsigned long)number : (unsigned long)number;
            put_number(&output, &field, size, 10, number < 0);
            break;
        }
        case 'u':
        case 'x': {
            unsigned long number =
                field.wide ? va_arg(arguments, unsigned long) : va_arg(arguments, unsigned);
            put_number(&output, &field, number, format[-1] == 'u' ? 10 : 16, false);
            break;
        }
        case 's': {
            const char *string = va_arg(arguments, const char *);
            put_text(&output, &field, string, shown(string, field.precision));
            break;
        }
        case 'c': {
            char character = (char)va_arg(arguments, int);
            put_text(&output, &field, &character, 1);
            break;
        }
        case '%':
            put(&output, '%', 1);
            break;
        default: /* the format is wrong: it is shown as it stands, and so is a % at its end */
            if (!format[-1])
                format--;
            put_text(&output, &(struct field){0}, start, (size_t)(format - start));
        }
    }
    if (room)
        text[output.bytes < room ? output.bytes : room - 1] = 0;
    return (int)output.bytes;
}

int snprintf(char *text, size_t room, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int bytes = vsnprintf(text, room, format, arguments);
    va_end(arguments);
    return bytes;
}
