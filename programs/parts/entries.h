/* Matrices and vectors of small whole numbers. Any element can be computed without the others. */
#ifndef PROGRAMS_PARTS_ENTRIES_H
#define PROGRAMS_PARTS_ENTRIES_H

#include <stddef.h>
#include <stdint.h>

/* Returns element (i, j), from -8 to 7. The sum of up to 2^47 products of two elements is exact in
 * a double. */
double entry(uint64_t seed, size_t i, size_t j);

/* Returns element (i, j) as a fraction, in [-1, 1). */
double entry_fraction(uint64_t seed, size_t i, size_t j);

#endif
