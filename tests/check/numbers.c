#include "tests/check/numbers.h"

#include <stdio.h>

#include "collectives/catalogue/catalogue.h"

static bool equal(const struct numbers *numbers, uint32_t n, const char *what, uint64_t has,
                  uint64_t expected) {
    if (has != expected)
        fprintf(stderr, "# %s, n = %u: %llu %s, the literature has %llu\n", numbers->name, n,
                (unsigned long long)has, what, (unsigned long long)expected);
    return has == expected;
}

bool numbers_are(const struct numbers *numbers) {
    const struct algorithm *algorithm = catalogue_find(numbers->name);
    if (!algorithm) {
        fprintf(stderr, "# there is no %s\n", numbers->name);
        return false;
    }
    for (uint32_t n = 0; n < NUMBERS_CUBES; n++) {
        struct shape shape = shape_of(n);
        shape.packets = numbers->k;
        if (!algorithm_applicable(algorithm, &shape))
            continue;
        if (!equal(numbers, n, "steps", algorithm_steps(algorithm, &shape), numbers->steps[n]) ||
            !equal(numbers, n, "steps at least", algorithm_bound(algorithm, &shape),
                   numbers->bound[n]) ||
            !equal(numbers, n, "packets", algorithm_packets(algorithm, &shape),
                   numbers->packets[n]) ||
            !equal(numbers, n, "link words", algorithm_link_words(algorithm, &shape),
                   numbers->link_words[n]))
            return false;
    }
    return true;
}
