/* How a C library returns what went wrong. */
#ifndef LIBC_RESULT_H
#define LIBC_RESULT_H

#include <errno.h>
#include <stdint.h>
#include <sys/types.h>

/* Sets errno and returns -1. */
static inline int fail(int error) {
    errno = error;
    return -1;
}

/* Returns the result of a system call; a negative one, which is an errno, as fail does. */
static inline ssize_t result(intptr_t number) {
    return number < 0 ? fail((int)-number) : number;
}

#endif
