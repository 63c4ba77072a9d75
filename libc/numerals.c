/* Numbers in text that picolibc and newlib read otherwise than C11 has it (7.22.1.3): hexadecimal
 * ones, of which only 0 may be one, "infinity" that breaks off, and "nan(...)". cubecc has the
 * linker put these functions in the place of theirs, which read all others. */
#include <ctype.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum {
    DIGITS = 40, /* with one more for the rest they decide how any type's value is rounded */
    EXPONENT_MOST = 100000
};

/* A hexadecimal number with few digits, as text for the C library; empty if there is no digit. */
struct hexadecimal {
    char text[DIGITS + 32];
    const char *end;
};

/* Reads "p" with an exponent, if one is there. */
static long read_exponent(const char **at) {
    const char *next = *at + 1;
    if (tolower((unsigned char)**at) != 'p')
        return 0;
    next += *next == '+' || *next == '-';
    if (!isdigit((unsigned char)*next))
        return 0;
    char *end;
    long exponent = strtol(*at + 1, &end, 10);
    *at = end;
    return exponent > EXPONENT_MOST    ? EXPONENT_MOST
           : exponent < -EXPONENT_MOST ? -EXPONENT_MOST
                                       : exponent;
}

/* Reads what is behind "0x". */
static void read_hexadecimal(struct hexadecimal *number, const char *at) {
    char digits[DIGITS + 2];
    int count = 0;
    long exponent = 0;
    bool any = false, point = false, rest = false;
    for (; isxdigit((unsigned char)*at) || (*at == '.' && !point); at++) {
        if (*at == '.') {
            point = true;
            continue;
        }
        any = true;
        exponent -= point ? 4 : 0;
        if (count == DIGITS) {
            rest |= *at != '0';
            exponent += 4;
        } else if (count > 0 || *at != '0') {
            digits[count++] = *at;
        }
    }
    number->text[0] = 0;
    if (!any)
        return;
    exponent += read_exponent(&at);
    if (rest) {
        digits[count++] = '1';
        exponent -= 4;
    }
    digits[count] = 0;
    sprintf(number->text, "0x0%sp%ld", digits, exponent);
    number->end = at;
}

/* Returns how many bytes of a text are a word, or 0. */
static size_t word(const char *text, const char *wanted) {
    size_t bytes = strlen(wanted);
    return strncasecmp(text, wanted, bytes) == 0 ? bytes : 0;
}

/* What is in parentheses behind "nan" counts if it ends. */
static const char *behind_nan(const char *at) {
    const char *end = at;
    if (*end++ != '(')
        return at;
    while (isalnum((unsigned char)*end) || *end == '_')
        end++;
    return *end == ')' ? end + 1 : at;
}

double __real_strtod(const char *restrict text, char **restrict end);
float __real_strtof(const char *restrict text, char **restrict end);
long double __real_strtold(const char *restrict text, char **restrict end);

#define READ(type, name, real)                                                                     \
    type __wrap_##name(const char *restrict text, char **restrict end);                            \
    type __wrap_##name(const char *restrict text, char **restrict end) {                           \
        const char *at = text, *stop;                                                              \
        while (isspace((unsigned char)*at))                                                        \
            at++;                                                                                  \
        bool minus = *at == '-';                                                                   \
        at += *at == '-' || *at == '+';                                                            \
        type value = 0;                                                                            \
        size_t bytes;                                                                              \
        if (word(at, "0x")) {                                                                      \
            struct hexadecimal number;                                                             \
            read_hexadecimal(&number, at + 2);                                                     \
            stop = number.text[0] ? number.end : at + 1;                                           \
            value = number.text[0] ? __real_##real(number.text, NULL) : 0;                         \
        } else if ((bytes = word(at, "infinity")) || (bytes = word(at, "inf"))) {                  \
            value = INFINITY;                                                                      \
            stop = at + bytes;                                                                     \
        } else if ((bytes = word(at, "nan"))) {                                                    \
            value = NAN;                                                                           \
            stop = behind_nan(at + bytes);                                                         \
        } else {                                                                                   \
            return __real_##real(text, end);                                                       \
        }                                                                                          \
        if (end)                                                                                   \
            *end = (char *)(uintptr_t)stop;                                                        \
        return minus ? -value : value;                                                             \
    }

READ(double, strtod, strtod)
READ(float, strtof, strtof)
#ifdef __PICOLIBC__
READ(long double, strtold, strtold)
#else /* newlib's makes a number of another processor: its value is rounded to a double */
READ(long double, strtold, strtod)
#endif
