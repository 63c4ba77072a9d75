/* Total exchange: the numbers of the literature, and the calls. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/check/numbers.h"

/* n N^2 / 2. */
#define ALL_WORDS                                                                                  \
    { 0, 2, 16, 96, 512, 2560, 12288, 57344, 262144, 1179648 }

static const struct numbers numbers[] = {
    {.name = "alltoall-all-port",
     .k = 1,
     .steps = {0, 1, 2, 4, 8, 16, 32, 64, 128, 256},
     .bound = {0, 1, 2, 4, 8, 16, 32, 64, 128, 256},
     .packets = ALL_WORDS,
     .link_words = ALL_WORDS},
    {.name = "alltoall-recursive",
     .k = 1,
     .steps = {0, 1, 3, 7, 15, 31, 63, 127, 255, 511},
     .bound = {0, 1, 2, 4, 8, 16, 32, 64, 128, 256},
     .packets = ALL_WORDS,
     .link_words = ALL_WORDS},
    {.name = "alltoall-transpose",
     .k = 1,
     .steps = {0, 1, 4, 12, 32, 80, 192, 448, 1024, 2304},
     .bound = {0, 1, 4, 12, 32, 80, 192, 448, 1024, 2304},
     .packets = ALL_WORDS,
     .link_words = ALL_WORDS},
    {.name = "alltoall-ecube",
     .k = 1,
     .steps = {0, 1, 3, 7, 15, 31, 63, 127, 255, 511},
     .bound = {0, 1, 3, 7, 15, 31, 63, 127, 255, 511},
     .packets = ALL_WORDS,
     .link_words = ALL_WORDS},
    {.name = "alltoall-exchange",
     .k = 1,
     .steps = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9},
     .bound = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9},
     .packets = {0, 2, 8, 24, 64, 160, 384, 896, 2048, 4608},
     .link_words = ALL_WORDS},
};

static void numbers_of_the_literature(void **state) {
    (void)state;
    for (size_t k = 0; k < sizeof numbers / sizeof numbers[0]; k++)
        assert_true(numbers_are(&numbers[k]));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_of_the_literature),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
