/* The frame of a file of unit tests, which holds its tests and nothing that lists or runs them:
 *
 *     TEST(sums_are_exact) {
 *         assert_int_equal(...);
 *     }
 *
 * They run in the order in which they stand in the file. */
#ifndef UNIT_TEST_H
#define UNIT_TEST_H

/* Headers that cmocka.h needs and does not include. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* Whether the sanitizers watch. Tests that take long do less then: they run without them, too
 * (COMPUTING in tests/tests.mk). */
#ifdef __SANITIZE_ADDRESS__
#define TEST_IS_WATCHED true
#else
#define TEST_IS_WATCHED false
#endif

/* Optional functions that run first, before each test, and last: a file defines the variable with a
 * function as its value. */
static CMFixtureFunction before_all, before_each, after_all;

static struct CMUnitTest tests[64]; /* cmocka passes over those without a name */

static void list_test(const char *name, CMUnitTestFunction function) {
    size_t i = 0;
    while (tests[i].name)
        i++;
    tests[i] = (struct CMUnitTest){name, function, before_each, NULL, NULL};
}

#define TEST(name)                                                                                 \
    static void name(void **state);                                                                \
    static __attribute__((__constructor__)) void list_##name(void) {                               \
        list_test(#name, name);                                                                    \
    }                                                                                              \
    static void name(__attribute__((__unused__)) void **state)

int main(void) {
    return cmocka_run_group_tests(tests, before_all, after_all);
}

#endif
