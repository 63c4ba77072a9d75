/* Random numbers that are the same on every machine, because only integers are used. */
#ifndef WORMHOLE_RANDOM_H
#define WORMHOLE_RANDOM_H

#include <stdint.h>

/* A stream of numbers. Different seeds in `state` give different streams. */
struct random {
    uint64_t state;
};

/* 64 random bits: Steele, Lea and Flood's SplitMix, OOPSLA 2014. The constants are theirs. */
static inline uint64_t random_word(struct random *random) {
    uint64_t word = random->state += UINT64_C(0x9e3779b97f4a7c15);
    word = (word ^ word >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    word = (word ^ word >> 27) * UINT64_C(0x94d049bb133111eb);
    return word ^ word >> 31;
}

/* A number from 0 to below `limit`. */
static inline int random_below(struct random *random, int limit) {
    return (int)(random_word(random) % (uint64_t)limit);
}

/* A random number between -1 and 1. */
static inline double random_between(struct random *random) {
    return (double)(int64_t)random_word(random) / (double)INT64_MAX;
}

enum { RANDOM_FRACTION_BITS = 32 };

/* A negative exponential variable of mean 1, in units of 2^-RANDOM_FRACTION_BITS, by von Neumann's
 * comparisons (Various techniques used in connection with random digits, 1951): a run of falling
 * numbers of odd length is accepted with its first number as the fraction, and each run of even
 * length adds 1. So no logarithm is needed, whose last digit would depend on the machine's library.
 */
static inline uint64_t random_exponential(struct random *random) {
    for (uint64_t whole = 0;; whole++) {
        uint32_t first = (uint32_t)(random_word(random) >> 32), last = first;
        for (uint32_t length = 1;; length++) {
            uint32_t next = (uint32_t)(random_word(random) >> 32);
            if (next >= last) {
                if (length % 2 == 1)
                    return whole << RANDOM_FRACTION_BITS | first;
                break;
            }
            last = next;
        }
    }
}

#endif
