/* The exponent of a long double: the C++ library asks for it, and older newlibs do not have it. */
#include <math.h>

enum {
    HIGH_FRACTION = 48, /* bits of the fraction in the upper half */
    EXPONENT_MASK = 0x7fff,
    BIAS = 16382, /* of a number from 1/2 to 1 */
    SHIFT = 114   /* makes a number without a leading 1 one that has it */
};

/* IEEE 754's binary128, the upper half second. */
union bits {
    long double number;
    unsigned long half[2];
};

static int exponent_of(union bits bits) {
    return (int)(bits.half[1] >> HIGH_FRACTION) & EXPONENT_MASK;
}

long double frexpl(long double number, int *exponent) {
    union bits bits = {number};
    *exponent = 0;
    if (number == 0 || exponent_of(bits) == EXPONENT_MASK)
        return number;
    if (exponent_of(bits) == 0) {
        bits.number *= 0x1p114L;
        *exponent = -SHIFT;
    }
    *exponent += exponent_of(bits) - BIAS;
    bits.half[1] &= ~((unsigned long)EXPONENT_MASK << HIGH_FRACTION);
    bits.half[1] |= (unsigned long)BIAS << HIGH_FRACTION;
    return bits.number;
}
