/* Calls with arguments that nobody should give (tests/arguments.h, tests/arguments_others.h), on
 * host cubes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "tests/arguments.h"
#include "tests/arguments_others.h"
#include "tests/host/host.h"

enum { ROUNDS = 20000, LARGEST_CUBE = 4 };

static int attack(void *argument) {
    (void)argument;
    host_check(each_is_refused());
    host_check(several_are_refused(HOST_THREADS_ALONE ? ROUNDS / 10 : ROUNDS));
    host_check(others_refuse());
    host_check(catalogue_refuses());
    host_check(nothing_came());
    host_check(limits_work());
    return 0;
}

static void wrong_arguments_are_refused(void **state) {
    (void)state;
    for (uint32_t n = 1; n <= LARGEST_CUBE; n++)
        assert_int_equal(host_run(n, NULL, attack, NULL), HOST_OK);
}

static int send_many(void *argument) {
    (void)argument;
    host_check(most_packets_work());
    return 0;
}

static void the_most_packets_arrive(void **state) {
    (void)state;
    assert_int_equal(host_run(2, NULL, send_many, NULL), HOST_OK);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_arguments_are_refused),
        cmocka_unit_test(the_most_packets_arrive),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
