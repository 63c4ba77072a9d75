/* The digits of a double, as picolibc's printf, fcvt and ecvt ask for them. */
#ifndef LIBC_PICOLIBC_DIGITS_H
#define LIBC_PICOLIBC_DIGITS_H

#include <stdbool.h>
#include <stdint.h>

enum { DIGITS_MOST = 17 }; /* this many digits tell each double from all others */

enum { DIGITS_MINUS = 1, DIGITS_ZERO = 2, DIGITS_INFINITY = 4, DIGITS_NAN = 8 };

/* A number as d.ddd x 10^exponent, in the layout that picolibc expects. */
struct digits {
    int32_t exponent;
    uint8_t flags;
    char digit[DIGITS_MOST + 1]; /* '0' to '9', then 0 */
};

/* Rounds `value` to at most `most` digits, 1 to DIGITS_MOST; with `fixed` also to `decimals` digits
 * after the point. The digits are those of the exact value, rounded to the nearest number, or,
 * where two are equally near, to the one whose last digit is even (IEEE 754-2008, 4.3.1). Returns
 * how many digits there are, without zeros at the end; 0 if the value rounds to zero, is infinite,
 * or is not a number. */
int __dtoa_engine(double value, struct digits *to, int most, bool fixed, int decimals);

#endif
