/* A number in decimal, exact, nine digits a word, with the point at a fixed place: an integer is
 * put before it, and doubled or halved as often as a power of two says, many times at once. Half of
 * an odd word leaves a remainder for the word after it, and every halving adds one digit after the
 * point, so no digit is ever lost.
 *
 *     0.375 = 3 / 2^3     3.  ->  0. remainder 3  ->  0.375000000, for 3 x 10^9 / 2^3 = 375000000
 *
 * The including file defines the number of words before the point and after it:
 * DECIMAL_BEFORE_POINT and DECIMAL_AFTER_POINT. */
#ifndef LIBC_PICOLIBC_DECIMAL_H
#define LIBC_PICOLIBC_DECIMAL_H

#include <stdint.h>

enum {
    WORD = 1000000000,
    WORD_DIGITS = 9,
    AT_ONCE = 29, /* doublings or halvings: a word, doubled 29 times, is less than 2^60 */
};

/* The words from `first` up to the one before `end`. All words outside of these are 0, and the
 * first one is not 0. */
struct decimal {
    int first, end;
    uint32_t word[DECIMAL_BEFORE_POINT + DECIMAL_AFTER_POINT];
};

static inline void double_it(struct decimal *number, int times) {
    uint64_t carry = 0;
    for (int i = number->end - 1; i >= number->first; i--) {
        carry += (uint64_t)number->word[i] << times;
        number->word[i] = (uint32_t)(carry % WORD);
        carry /= WORD;
    }
    if (carry > 0)
        number->word[--number->first] = (uint32_t)carry;
}

static inline void halve_it(struct decimal *number, int times) {
    uint64_t rest = 0;
    for (int i = number->first; i < number->end || rest > 0; i++) {
        if (i == number->end)
            number->word[number->end++] = 0;
        rest = rest * WORD + number->word[i];
        number->word[i] = (uint32_t)(rest >> times);
        rest &= (UINT64_C(1) << times) - 1;
    }
    /* If the first word has become 0, the next one is not, because it got the remainder of the
     * first one: 10^9 / 2^29 or more. */
    if (number->word[number->first] == 0)
        number->first++;
}

/* Multiplies by 2^power. */
static inline void scale(struct decimal *number, int power) {
    for (; power > 0; power -= power < AT_ONCE ? power : AT_ONCE)
        double_it(number, power < AT_ONCE ? power : AT_ONCE);
    for (; power < 0; power += -power < AT_ONCE ? -power : AT_ONCE)
        halve_it(number, -power < AT_ONCE ? -power : AT_ONCE);
}

#endif
