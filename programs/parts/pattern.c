#include "programs/parts/pattern.h"

#include <string.h>

#define WORD         sizeof(uint64_t)
#define GOLDEN_RATIO UINT64_C(0x9e3779b97f4a7c15) /* 2^64 / this ratio, odd: Fibonacci hashing */

/* Returns word `index` of a message. Words of different (pattern, index) differ, for up to 2^10
 * nodes, 2^10 elements and 2^34 words. */
static uint64_t word_at(const struct pattern *pattern, size_t index) {
    uint64_t message =
        ((uint64_t)pattern->source << 20) | (pattern->element << 10) | pattern->destination;
    uint64_t word = (message << 34 | index) * GOLDEN_RATIO;
    return (word ^ word >> 32) * GOLDEN_RATIO;
}

void pattern_fill(const struct pattern *pattern, void *buffer, size_t bytes) {
    unsigned char *to = buffer;
    for (size_t done = 0; done < bytes; done += WORD) {
        uint64_t word = word_at(pattern, done / WORD);
        memcpy(to + done, &word, bytes - done < WORD ? bytes - done : WORD);
    }
}

size_t pattern_check(const struct pattern *pattern, const void *buffer, size_t bytes) {
    const unsigned char *from = buffer;
    for (size_t done = 0; done < bytes; done += WORD) {
        size_t here = bytes - done < WORD ? bytes - done : WORD;
        uint64_t word = word_at(pattern, done / WORD);
        if (memcmp(from + done, &word, here) == 0)
            continue;
        unsigned char right[WORD];
        memcpy(right, &word, WORD);
        while (from[done] == right[done % WORD])
            done++;
        return done;
    }
    return bytes;
}
