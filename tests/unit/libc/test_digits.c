/* Finds a digit that picolibc's printf gets wrong, against the host's printf, which is exact. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "libc/picolibc/digits.h"
#include "tests/unit/test.h"

enum { ROOM = 512, DECIMALS_MOST = 12 };

/* "%.*e" from digits. */
static void print_by_exponent(char text[ROOM], const struct digits *digits, int count, int shown) {
    char digit[DIGITS_MOST + 1];
    for (int i = 0; i < DIGITS_MOST; i++)
        digit[i] = (char)(i < count ? digits->digit[i] : '0');
    snprintf(text, ROOM, "%s%c%s%.*se%c%02d", digits->flags & DIGITS_MINUS ? "-" : "", digit[0],
             shown > 1 ? "." : "", shown - 1, digit + 1, digits->exponent < 0 ? '-' : '+',
             abs(digits->exponent));
}

/* "%.*f" from digits. */
static void print_by_point(char text[ROOM], const struct digits *digits, int count, int decimals) {
    int exponent = digits->exponent;
    if (digits->flags & DIGITS_MINUS)
        *text++ = '-';
    for (int place = exponent > 0 && count > 0 ? exponent : 0; place >= -decimals; place--) {
        int i = exponent - place;
        if (place == -1)
            *text++ = '.';
        *text++ = (char)(i >= 0 && i < count ? digits->digit[i] : '0');
    }
    *text = 0;
}

static void check(double value) {
    struct digits digits;
    char ours[ROOM], theirs[ROOM];
    for (int shown = 1; shown <= DIGITS_MOST; shown++) {
        int count = __dtoa_engine(value, &digits, shown, false, 0);
        assert_in_range(count, 1, shown);
        assert_int_equal(digits.digit[count], 0);
        print_by_exponent(ours, &digits, count, shown);
        snprintf(theirs, ROOM, "%.*e", shown - 1, value);
        assert_string_equal(ours, theirs);
    }
    for (int decimals = 0; decimals <= DECIMALS_MOST; decimals++) {
        int count = __dtoa_engine(value, &digits, DIGITS_MOST, true, decimals);
        assert_int_equal(digits.digit[count] & ~'0', 0);
        if (digits.exponent + 1 + decimals > DIGITS_MOST)
            continue; /* the host shows more digits than we are asked for */
        print_by_point(ours, &digits, count, decimals);
        snprintf(theirs, ROOM, "%.*f", decimals, value);
        assert_string_equal(ours, theirs);
    }
}

/* Numbers at which something begins or ends: powers of 2 and 10 and their neighbours. */
TEST(at_the_edges) {
    for (int power = -1074; power < 1024; power++) {
        double value = ldexp(1, power);
        check(value);
        check(nextafter(value, 0) != 0 ? nextafter(value, 0) : value);
        check(-nextafter(value, INFINITY));
    }
    for (int power = -323; power <= 308; power++) {
        char text[ROOM];
        snprintf(text, ROOM, "1e%d", power);
        check(strtod(text, NULL));
        check(nextafter(strtod(text, NULL), 0));
    }
    check(1.7976931348623157e308);
}

/* Numbers in the middle between two are rounded to the one with an even last digit, and nines are
 * carried into a new first digit. */
TEST(halves_and_nines) {
    for (int i = 1; i < 4000; i++)
        check(i / 16.0);
    double nines = 0;
    for (int digits = 1; digits <= 15; digits++) {
        nines = 10 * nines + 9;
        check(nines);
        check(nines + 0.5);
        check(nines / 1e9);
    }
}

/* Random bits, and random numbers of few digits. */
TEST(by_chance) {
    uint64_t random = 1;
    for (int i = 0; i < 6000; i++) {
        double value;
        random = random * 6364136223846793005u + 1442695040888963407u;
        memcpy(&value, &random, sizeof value);
        if (isfinite(value))
            check(value);
        check((double)(int64_t)(random >> 20) / 1000);
    }
}

TEST(what_has_no_digits) {
    struct digits digits;
    assert_int_equal(__dtoa_engine(0.0, &digits, 6, false, 0), 1);
    assert_int_equal(digits.flags, DIGITS_ZERO);
    assert_int_equal(digits.exponent, 0);
    assert_string_equal(digits.digit, "0");
    assert_int_equal(__dtoa_engine(-0.0, &digits, 6, true, 2), 1);
    assert_int_equal(digits.flags, DIGITS_ZERO | DIGITS_MINUS);
    assert_int_equal(__dtoa_engine(-INFINITY, &digits, 6, false, 0), 0);
    assert_int_equal(digits.flags, DIGITS_INFINITY | DIGITS_MINUS);
    assert_int_equal(__dtoa_engine(NAN, &digits, 6, false, 0), 0);
    assert_int_equal(digits.flags & ~DIGITS_MINUS, DIGITS_NAN);
}
