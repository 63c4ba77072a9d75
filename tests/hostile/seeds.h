/* Shared by the tests of hostile neighbours: many runs, each with its own seed. */
#ifndef TESTS_HOSTILE_SEEDS_H
#define TESTS_HOSTILE_SEEDS_H

#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "tests/hostile/attack.h"
#include "tests/hostile/turns.h"

/* The tests never set it: memory of an ended node stays until the program ends. */
const char *__asan_default_options(void);
const char *__asan_default_options(void) {
    return "detect_leaks=0:quarantine_size_mb=8";
}

/* Prints the error of a run, if not null, with the command that repeats it, and the calls. Returns
 * whether there is none. */
static inline bool seed_is_right(const char *program, uint32_t seed, const char *called,
                                 const char *wrong, const struct turns_settings *settings,
                                 const struct turns_outcome *outcome) {
    if (wrong)
        printf("# %s %" PRIu32 " 1: %s: %s; node %" PRIu32 " of %u, victim %" PRIu32 ", %" PRIu64
               " accesses, %" PRIu64 " rewrites: %s\n",
               program, seed, called, wrong, outcome->node, 1u << settings->dimension,
               settings->victim, attack_accesses(), attack_rewrites(), outcome->said);
    return !wrong;
}

/* Runs once with a seed, attacked or not, counts its end in ends[], and returns whether it has
 * ended well; otherwise prints the error. */
typedef bool seed_passes(uint32_t seed, bool disturbed, uint64_t ends[]);

/* Prints the line of TAP of `seeds` seeds from `first` on. Returns whether all have passed. */
static inline bool run_seeds(seed_passes *passes, int test, uint32_t first, uint32_t seeds,
                             bool disturbed) {
    uint64_t ends[TURNS_ABORTED + 1] = {0};
    uint32_t failed = 0;
    for (uint32_t number = first; number < first + seeds; number++)
        failed += !passes(number, disturbed, ends);
    printf("%sok %d - %" PRIu32 " seeds %s: %" PRIu64 " right, %" PRIu64 " errors, %" PRIu64
           " wait for ever, %" PRIu64 " abort\n",
           failed == 0 ? "" : "not ", test, seeds, disturbed ? "attacked" : "left alone",
           ends[TURNS_RIGHT], ends[TURNS_ERROR], ends[TURNS_WAITING], ends[TURNS_ABORTED]);
    return failed == 0;
}

/* Returns word `index` of the command line as a number, or the default if it is missing. */
static inline uint32_t argument(int count, char *words[], int index, uint32_t otherwise) {
    return index < count ? (uint32_t)strtoul(words[index], NULL, 10) : otherwise;
}

#endif
