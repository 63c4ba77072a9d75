/* Long doubles as text. One is an integer below 2^113, times a power of two (IEEE 754's binary128).
 */
#include "libc/picolibc/long_double.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    BEFORE_POINT = 549, /* words: the largest number has 4933 digits before the point */
    AFTER_POINT = 1833, /* words: the smallest one, 2^-16494, has 16494 digits after it */
};
#define DECIMAL_BEFORE_POINT BEFORE_POINT
#define DECIMAL_AFTER_POINT  AFTER_POINT
#include "libc/picolibc/decimal.h"

enum {
    FRACTION_BITS = 112,
    EXPONENT_MASK = 0x7fff,
    EXPONENT_BIAS = 16383,
    LEAST_EXPONENT = -4 /* with which %g has no exponent */
};

typedef unsigned __int128 bits;

/* ---- Digits by their place: the one at place p stands for N 10^p ---- */

static int word_of(int place) {
    return place >= 0 ? BEFORE_POINT - 1 - place / WORD_DIGITS
                      : BEFORE_POINT + (-1 - place) / WORD_DIGITS;
}

/* What one at this place adds to its word. */
static uint32_t weight_of(int place) {
    int within = place >= 0 ? place % WORD_DIGITS : WORD_DIGITS - 1 - (-1 - place) % WORD_DIGITS;
    uint32_t weight = 1;
    while (within-- > 0)
        weight *= 10;
    return weight;
}

static unsigned digit_at(const struct decimal *number, int place) {
    int word = word_of(place);
    bool has = word >= number->first && word < number->end;
    return has ? number->word[word] / weight_of(place) % 10 : 0;
}

/* The place of the first digit; 0 of the number 0. */
static int first_place(const struct decimal *number) {
    if (number->first == number->end)
        return 0;
    int place = (BEFORE_POINT - number->first) * WORD_DIGITS - 1;
    while (digit_at(number, place) == 0)
        place--;
    return place;
}

/* Whether any digit below this place is not 0. */
static bool has_more_below(const struct decimal *number, int place) {
    int word = word_of(place);
    if (word < number->first)
        return number->first < number->end;
    if (word < number->end && number->word[word] % weight_of(place) != 0)
        return true;
    for (int i = word + 1; i < number->end; i++)
        if (number->word[i] != 0)
            return true;
    return false;
}

/* Rounds to a multiple of 10^place. What is below that place stays as it is, and means nothing. */
static void round_at(struct decimal *number, int place) {
    unsigned next = digit_at(number, place - 1);
    bool up = next == 5 ? has_more_below(number, place - 1) || digit_at(number, place) % 2 == 1
                        : next > 5;
    if (!up)
        return;
    int word = word_of(place);
    for (; number->first > word; number->word[--number->first] = 0)
        ;
    number->word[word] += weight_of(place);
    for (; number->word[word] >= WORD; number->word[word]++) {
        number->word[word] -= WORD;
        if (--word < number->first)
            number->word[number->first = word] = 0;
    }
}

/* Makes integer x 2^power. */
static void make(struct decimal *number, bits integer, int power) {
    number->end = number->first = BEFORE_POINT;
    if (integer == 0)
        return;
    for (; integer > 0; integer /= WORD)
        number->word[--number->first] = (uint32_t)(integer % WORD);
    scale(number, power);
}

/* ---- Text ---- */

/* Writes the digits from one place down to another, with a point behind that of 10^point. */
static char *write_places(char *to, const struct decimal *number, int from, int down_to, int point,
                          bool with_point) {
    for (int place = from; place >= down_to; place--) {
        *to++ = (char)('0' + digit_at(number, place));
        if (place == point && (with_point || place > down_to))
            *to++ = '.';
    }
    return to;
}

static char *write_exponent(char *to, char letter, int exponent) {
    return to + sprintf(to, letter == 'p' ? "%c%+d" : "%c%+.2d", letter, exponent);
}

static char *write_decimal(char *to, struct long_double_form form, struct decimal *number) {
    int precision = form.precision, place = first_place(number);
    if (form.conversion == 'g' && precision == 0)
        precision = 1;
    if (form.conversion == 'g')
        precision--; /* digits behind the first one */
    round_at(number, form.conversion == 'f' ? -precision : place - precision);
    place = first_place(number);
    bool by_exponent = form.conversion == 'e';
    if (form.conversion == 'g') {
        by_exponent = place < LEAST_EXPONENT || place > precision;
        int last = by_exponent ? place - precision : -(precision -= place);
        for (; !form.point && precision > 0 && digit_at(number, last) == 0; last++)
            precision--;
    }
    if (by_exponent) {
        to = write_places(to, number, place, place - precision, place, form.point);
        return write_exponent(to, 'e', place);
    }
    return write_places(to, number, place > 0 ? place : 0, -precision, 0, form.point);
}

/* As the C libraries of hosts do: one digit before the point, and behind it no zeros at the end. */
static char *write_hexadecimal(char *to, struct long_double_form form, bits integer, int power) {
    bits fraction = integer & (((bits)1 << FRACTION_BITS) - 1);
    *to++ = '0';
    *to++ = 'x';
    *to++ = (char)('0' + (int)(integer >> FRACTION_BITS));
    if (fraction != 0 || form.point)
        *to++ = '.';
    for (int shift = FRACTION_BITS - 4; fraction != 0; shift -= 4) {
        *to++ = "0123456789abcdef"[(int)(fraction >> shift)];
        fraction &= ((bits)1 << shift) - 1;
    }
    return write_exponent(to, 'p', integer == 0 ? 0 : power + FRACTION_BITS);
}

size_t long_double_write(char *to, struct long_double_form form, long double value) {
    bits all;
    memcpy(&all, &value, sizeof all);
    bits integer = all & (((bits)1 << FRACTION_BITS) - 1);
    int exponent = (int)(all >> FRACTION_BITS) & EXPONENT_MASK;
    char *from = to;
    if (all >> 127)
        *to++ = '-';
    else if (form.plus)
        *to++ = '+';
    char *begin = to;
    if (exponent == EXPONENT_MASK) {
        to += sprintf(to, "%s", integer ? "nan" : "inf");
    } else {
        if (exponent > 0)
            integer |= (bits)1 << FRACTION_BITS;
        else
            exponent = 1; /* a subnormal number */
        int power = exponent - EXPONENT_BIAS - FRACTION_BITS;
        if (form.conversion == 'a') {
            to = write_hexadecimal(to, form, integer, power);
        } else {
            static struct decimal number; /* of 9.5 KB, and nothing else runs meanwhile */
            make(&number, integer, power);
            to = write_decimal(to, form, &number);
        }
    }
    for (; form.capitals && begin < to; begin++)
        *begin = (char)toupper((unsigned char)*begin);
    return (size_t)(to - from);
}
