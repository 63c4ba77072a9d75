/* Matrices and vectors of small whole numbers, any element without the others. */
#ifndef PROGRAMS_ENTRIES_H
#define PROGRAMS_ENTRIES_H

#include <stddef.h>
#include <stdint.h>

/* Element (i, j): -8 ... 7. The sum of up to 2^47 products of two of them is exact in a
 * double. */
double entry(uint64_t seed, size_t i, size_t j);

/* Element (i, j) as a fraction, in [-1, 1). */
double entry_fraction(uint64_t seed, size_t i, size_t j);

#endif
