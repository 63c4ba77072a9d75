/* Waiting for another thread, which there is not. */
#ifndef LIBC_THREADS_WAIT_H
#define LIBC_THREADS_WAIT_H

#include <time.h>

/* Waits for ever; `operation` is how the report of a deadlock names it, in at most 16 characters.
 */
_Noreturn void thread_wait(const char *operation);

/* Waits until a clock shows `until`. Returns ETIMEDOUT, or EINVAL for what is no time. */
int thread_wait_until(clockid_t clock, const struct timespec *until);

#endif
