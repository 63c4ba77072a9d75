#include "tests/check/symbols.h"

#include "programs/wormhole/random.h"

symbol symbol_of(uint32_t base, uint32_t rank, uint32_t block, size_t offset) {
    uint64_t which = ((uint64_t)base << 8 | rank) << 16 | block;
    /* As a map, a symbol has an odd a, so that it is invertible. */
    return random_word(&(struct random){which << 24 | offset}) | UINT64_C(1) << 32;
}

/* The upper half of a symbol is a, the lower b. */
symbol symbol_combine(bool commutes, symbol left, symbol right) {
    if (commutes)
        return left + right;
    uint32_t a = (uint32_t)(left >> 32), b = (uint32_t)left;
    uint32_t then_a = (uint32_t)(right >> 32), then_b = (uint32_t)right;
    return (uint64_t)(then_a * a) << 32 | (uint32_t)(then_a * b + then_b);
}
