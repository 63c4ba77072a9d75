/* TAP in a program for the machine: every node checks, one of them prints, which is node 0 unless
 * TAP_NODE is another, and another node that sees something wrong says so. */
#ifndef TESTS_TAP_H
#define TESTS_TAP_H

#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cube.h"

#ifndef TAP_NODE
#define TAP_NODE 0
#endif

static int tap_checks, tap_failures;

static inline void ok(bool holds, const char *what) {
    tap_failures += !holds;
    tap_checks++;
    if (cube_node() == TAP_NODE)
        printf("%sok %d - %s\n", holds ? "" : "not ", tap_checks, what);
    else if (!holds)
        printf("# node %d: not %s\n", cube_node(), what);
}

/* Whether a call of the C library fails with this error. */
#define fails(call, error) (errno = 0, (call) == -1 && errno == (error))

/* Whether a file cannot be opened, with this error. */
static inline bool refuses_to_open(const char *name, const char *mode, int error) {
    errno = 0;
    FILE *file = fopen(name, mode);
    if (file)
        fclose(file);
    return !file && errno == error;
}

/* Prints the plan. Returns the result of main. */
static inline int tap_end(void) {
    if (cube_node() == TAP_NODE)
        printf("1..%d\n", tap_checks);
    return tap_failures != 0;
}

#endif
