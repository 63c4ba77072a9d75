/* A long double as text: picolibc's printf takes each for a double. */
#ifndef LIBC_PICOLIBC_LONG_DOUBLE_H
#define LIBC_PICOLIBC_LONG_DOUBLE_H

#include <stdbool.h>
#include <stddef.h>

struct long_double_form {
    char conversion; /* 'e', 'f' or 'g', with `precision` digits as printf counts them (C11,
                        7.21.6.1), or 'a', which shows all */
    int precision;
    bool plus;     /* always a sign */
    bool point;    /* always a point; 'g' keeps zeros at the end */
    bool capitals; /* E, P, X, INF, NAN */
};

/* The room that the text of any number takes whose form has a precision of 0. Each further digit
 * takes a byte more. */
enum { LONG_DOUBLE_ROOM = 4960 };

/* Writes a number's exact value, rounded to the nearest, or, where two are equally near, to the one
 * whose last digit is even. Returns how many bytes were written; there is no zero at the end. */
size_t long_double_write(char *to, struct long_double_form form, long double value);

#endif
