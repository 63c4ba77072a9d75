/* Shared by the fuzz targets. Each calls one parser with the fuzzer's bytes and asserts the
 * invariants of the result. */
#ifndef TESTS_FUZZ_FUZZ_H
#define TESTS_FUZZ_FUZZ_H

#undef NDEBUG
#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes);

/* Inputs that the parser took. Printed at the end: a run in which it is 0 has tested refusals only.
 */
static unsigned long fuzz_accepted;

static void fuzz_report(void) {
    printf("accepted %lu\n", fuzz_accepted);
}

int LLVMFuzzerInitialize(int *argc, char ***argv) {
    (void)argc;
    (void)argv;
    return atexit(fuzz_report);
}

/* Whether `bytes` bytes at `at` lie in the `whole_bytes` bytes at `whole`. */
static inline bool fuzz_inside(const void *whole, size_t whole_bytes, const void *at,
                               size_t bytes) {
    uintptr_t start = (uintptr_t)whole;
    uintptr_t from = (uintptr_t)at;
    return from >= start && from - start <= whole_bytes && bytes <= whole_bytes - (from - start);
}

#endif
