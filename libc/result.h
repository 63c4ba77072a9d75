/* Errors in the form of a C library. */
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

/* Returns the result of a system call. If it is negative, it is an errno: sets errno to its
 * absolute value and returns -1. */
static inline ssize_t result(intptr_t number) {
    return number < 0 ? fail((int)-number) : number;
}

#endif
