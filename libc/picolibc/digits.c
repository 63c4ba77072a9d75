/* The digits of a double for picolibc 1.8. picolibc's own function finds the fewest digits that
 * tell a number from all others, and puts zeros behind them: "%.17g" of pi ends in 93 instead of
 * 931, and "%.0f" of 0.5 is 1. The function here is exact.
 *
 * A double is an integer below 2^53, times a power of two. The number is held in decimal, as
 * decimal.h has it. */
#include "libc/picolibc/digits.h"

#include <stdlib.h>
#include <string.h>

enum {
    BEFORE_POINT = 35, /* words: the largest double has 309 digits before the point */
    AFTER_POINT = 120, /* words: the smallest double, 2^-1074, has 1074 digits after it */
};
#define DECIMAL_BEFORE_POINT BEFORE_POINT
#define DECIMAL_AFTER_POINT  AFTER_POINT
#include "libc/picolibc/decimal.h"

enum { FRACTION_BITS = 52, EXPONENT_BITS = 11, EXPONENT_BIAS = 1023 };

/* Makes integer x 2^power; the integer is not 0 and below 2^53, which two words hold. */
static void make(struct decimal *number, uint64_t integer, int power) {
    number->first = BEFORE_POINT - 2;
    number->end = BEFORE_POINT;
    number->word[BEFORE_POINT - 2] = (uint32_t)(integer / WORD);
    number->word[BEFORE_POINT - 1] = (uint32_t)(integer % WORD);
    if (number->word[number->first] == 0)
        number->first++;
    scale(number, power);
}

/* The first of three words may begin with 8 zeros. At least 19 digits follow, enough to round to
 * DIGITS_MOST. */
enum { TEXT_WORDS = 3, TEXT = TEXT_WORDS * WORD_DIGITS };

/* Writes the digits of the first three words, from the first that is not 0 on, and zeros behind
 * them. Sets `more` to whether the words that follow are not all 0. Returns the exponent of the
 * first digit. */
static int write_digits(const struct decimal *number, char text[TEXT], bool *more) {
    char all[TEXT];
    for (int w = 0; w < TEXT_WORDS; w++) {
        int i = number->first + w;
        uint32_t word = i < number->end ? number->word[i] : 0;
        for (int d = WORD_DIGITS - 1; d >= 0; d--, word /= 10)
            all[w * WORD_DIGITS + d] = (char)('0' + word % 10);
    }
    *more = false;
    for (int i = number->first + TEXT_WORDS; i < number->end; i++)
        *more = *more || number->word[i] != 0;
    int zeros = 0;
    while (all[zeros] == '0')
        zeros++;
    memset(text, '0', TEXT);
    memcpy(text, all + zeros, (size_t)(TEXT - zeros));
    return (BEFORE_POINT - number->first) * WORD_DIGITS - 1 - zeros;
}

/* Whether what comes after the first `kept` digits is to be rounded up. */
static bool rounds_up(const char text[TEXT], bool more, int kept) {
    if (text[kept] != '5')
        return text[kept] > '5';
    for (int i = kept + 1; i < TEXT; i++)
        more = more || text[i] != '0';
    return more || (kept > 0 && (text[kept - 1] - '0') % 2 == 1);
}

/* Rounds `text` to its first `kept` digits, at most DIGITS_MOST. Returns how many are left without
 * zeros at the end, or nines that became zeros. */
static int round_digits(struct digits *to, const char text[TEXT], bool more, int kept) {
    bool up = rounds_up(text, more, kept);
    memcpy(to->digit, text, (size_t)kept);
    while (kept > 0 && to->digit[kept - 1] == (up ? '9' : '0'))
        kept--;
    if (up && kept > 0)
        to->digit[kept - 1]++;
    if (up && kept == 0) { /* 9.99 has become 10.0 */
        to->digit[kept++] = '1';
        to->exponent++;
    }
    to->digit[kept] = 0;
    return kept;
}

int __dtoa_engine(double value, struct digits *to, int most, bool fixed, int decimals) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    uint64_t fraction = bits & ((UINT64_C(1) << FRACTION_BITS) - 1);
    int exponent = (int)(bits >> FRACTION_BITS) & ((1 << EXPONENT_BITS) - 1);
    *to = (struct digits){.flags = bits >> 63 != 0 ? DIGITS_MINUS : 0};
    if (exponent == (1 << EXPONENT_BITS) - 1) {
        to->flags |= fraction != 0 ? DIGITS_NAN : DIGITS_INFINITY;
        return 0;
    }
    if (exponent == 0 && fraction == 0) {
        to->flags |= DIGITS_ZERO;
        to->digit[0] = '0';
        return 1;
    }
    if (exponent > 0)
        fraction |= UINT64_C(1) << FRACTION_BITS;
    else
        exponent = 1; /* a subnormal number */
    int power = exponent - EXPONENT_BIAS - FRACTION_BITS;
    while (fraction % 2 == 0) { /* so that a small integer is not halved at all */
        fraction /= 2;
        power++;
    }
    struct decimal number;
    char text[TEXT];
    bool more;
    make(&number, fraction, power);
    to->exponent = write_digits(&number, text, &more);
    int kept = most;
    if (fixed && to->exponent + 1 + decimals < most)
        kept = to->exponent + 1 + decimals;
    if (kept < 0) { /* less than a tenth of the last decimal */
        to->digit[0] = '0';
        return 0;
    }
    return round_digits(to, text, more, kept);
}
