/* Compares the catalogue with the numbers of the literature. */
#ifndef CHECK_NUMBERS_H
#define CHECK_NUMBERS_H

#include "collectives/schedule/algorithm.h"

enum { NUMBERS_CUBES = CUBE_MAX_DIMENSION + 1 };

/* The numbers of an algorithm, by n = 0 .. 9. */
struct numbers {
    const char *name; /* of the algorithm */
    uint32_t k;       /* packets of a pipelined one; else 1 */
    uint32_t steps[NUMBERS_CUBES];
    uint32_t bound[NUMBERS_CUBES];
    uint64_t packets[NUMBERS_CUBES];
    uint64_t link_words[NUMBERS_CUBES];
};

/* Whether the catalogue has the same numbers. Prints the first one that differs. */
bool numbers_are(const struct numbers *numbers);

#endif
