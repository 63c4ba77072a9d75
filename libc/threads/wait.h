/* Waiting for another thread, which there is not. */
#ifndef LIBC_THREADS_WAIT_H
#define LIBC_THREADS_WAIT_H

#include <time.h>

/* Waits for ever; `operation` is its name in the report of a deadlock, at most 16 characters. */
_Noreturn void thread_wait(const char *operation);

/* Waits until a clock shows `until`. Returns ETIMEDOUT, or EINVAL for an invalid time. */
int thread_wait_until(clockid_t clock, const struct timespec *until);

#endif
