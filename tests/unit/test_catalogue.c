/* The catalogue's numbers against those of the literature, n = 0 .. 9. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "collectives/catalogue.h"

enum { CUBES = CUBE_MAX_DIMENSION + 1 };

struct numbers {
    const char *name;
    uint32_t steps[CUBES];
    uint32_t bound[CUBES];
    uint64_t packets[CUBES];
    uint64_t link_words[CUBES];
};

#define ONE_BY_ONE                                                                                 \
    { 0, 2, 6, 10, 14, 18, 22, 26, 30, 34 } /* 4n - 2 */
#define OTHERS                                                                                     \
    { 0, 1, 3, 7, 15, 31, 63, 127, 255, 511 }
#define DIMENSIONS                                                                                 \
    { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9 }
#define ASPC_BOUND                                                                                 \
    { 0, 2, 3, 4, 4, 4, 4, 4, 4, 4 } /* Theorem 2 */
#define ASPC_LINKS                                                                                 \
    { 0, 4, 24, 80, 224, 576, 1408, 3328, 7680, 17408 }
#define DISTANCES                                                                                  \
    { 0, 2, 16, 96, 512, 2560, 12288, 57344, 262144, 1179648 } /* n 4^n / 2 */
#define ALL_LINKS                                                                                  \
    { 0, 2, 8, 24, 64, 160, 384, 896, 2048, 4608 } /* n 2^n */
#define NONE                                                                                       \
    { 0 }

static const struct numbers literature[] = {
    {"aspc", {0, 2, 4, 4, 4, 4, 4, 4, 4, 4}, ASPC_BOUND, ASPC_LINKS, ASPC_LINKS},
    {"aspc-permutations", {0, 2, 3, 5, 7, 9, 11, 13, 15, 17}, ASPC_BOUND, ASPC_LINKS, ASPC_LINKS},
    {"aspc-one-port", ONE_BY_ONE, ONE_BY_ONE, ASPC_LINKS, ASPC_LINKS},
    {"alltoall-ecube", OTHERS, OTHERS, DISTANCES, DISTANCES},
    {"alltoall-ecube-pieces", OTHERS, OTHERS, DISTANCES, DISTANCES},
    {"alltoall-exchange", DIMENSIONS, DIMENSIONS, ALL_LINKS, DISTANCES},
    {"barrier", DIMENSIONS, DIMENSIONS, ALL_LINKS, NONE},
};

static void numbers_of_the_literature(void **state) {
    (void)state;
    assert_int_equal(catalogue_entries, sizeof literature / sizeof literature[0]);
    for (size_t k = 0; k < catalogue_entries; k++) {
        const struct numbers *expected = &literature[k];
        const struct schedule *schedule = catalogue_find(expected->name);
        assert_non_null(schedule);
        for (uint32_t n = 0; n < CUBES; n++) {
            struct shape shape = {.dimension = n};
            assert_int_equal(schedule->steps(&shape), expected->steps[n]);
            assert_int_equal(schedule->bound(&shape), expected->bound[n]);
            assert_int_equal(schedule->packets(&shape), expected->packets[n]);
            assert_int_equal(schedule->link_words(&shape), expected->link_words[n]);
        }
    }
}

static void unknown_names_are_not_found(void **state) {
    (void)state;
    assert_null(catalogue_find("asp"));
    assert_null(catalogue_find("aspcc"));
    assert_null(catalogue_find(""));
    assert_null(catalogue_find(NULL));
}

static void entries_are_complete(void **state) {
    (void)state;
    struct shape shape = {.dimension = 3};
    for (size_t k = 0; k < catalogue_entries; k++) {
        const struct schedule *schedule = catalogue[k];
        assert_ptr_equal(catalogue_find(schedule->name), schedule);
        assert_true(strlen(schedule->source) > 0);
        /* It names a wait in reports. */
        assert_in_range(strlen(schedule->operation->name), 1, 16);
        assert_in_range(schedule->areas, 1 + schedule->operation->outputs, SCHEDULE_AREAS);
        assert_true(schedule->operation->outputs == 0 || schedule->blocks(&shape, 1) > 0);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_of_the_literature),
        cmocka_unit_test(unknown_names_are_not_found),
        cmocka_unit_test(entries_are_complete),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
