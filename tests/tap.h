/* TAP in a program for the machine: every node checks, node 0 prints, and another node that sees
 * something wrong says so. */
#ifndef TESTS_TAP_H
#define TESTS_TAP_H

#include <stdbool.h>
#include <stdio.h>

#include "cube.h"

static int tap_checks, tap_failures;

static inline void ok(bool holds, const char *what) {
    tap_failures += !holds;
    tap_checks++;
    if (cube_node() == 0)
        printf("%sok %d - %s\n", holds ? "" : "not ", tap_checks, what);
    else if (!holds)
        printf("# node %d: not %s\n", cube_node(), what);
}

/* Prints the plan. Returns the result of main. */
static inline int tap_end(void) {
    if (cube_node() == 0)
        printf("1..%d\n", tap_checks);
    return tap_failures != 0;
}

#endif
