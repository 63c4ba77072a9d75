#include "programs/parts/entries.h"

#include "programs/wormhole/random.h"

enum {
    SEED_BITS = 32, /* the seed's bits; row and column have half of the others each */
    ROW_BITS = 16,
};

static uint64_t word_of(uint64_t seed, size_t i, size_t j) {
    struct random random = {(seed << SEED_BITS) ^ ((uint64_t)i << ROW_BITS) ^ j};
    return random_word(&random);
}

double entry(uint64_t seed, size_t i, size_t j) {
    return (double)(word_of(seed, i, j) >> 60) - 8;
}

double entry_fraction(uint64_t seed, size_t i, size_t j) {
    return (double)(int64_t)word_of(seed, i, j) * 0x1p-63;
}
