#include "libc/threads/wait.h"

#include <errno.h>

#include "net/wait.h"

enum { NANOSECONDS = 1000000000 };

_Noreturn void thread_wait(const char *operation) {
    struct waiting waiting = wait_begin(operation, CUBE_NOBODY, 0);
    for (;;)
        wait_more(&waiting, 0);
}

int thread_wait_until(clockid_t clock, const struct timespec *until) {
    struct timespec now;
    if (until->tv_nsec < 0 || until->tv_nsec >= NANOSECONDS || clock_gettime(clock, &now) < 0)
        return EINVAL;
    struct timespec left = {.tv_sec = until->tv_sec - now.tv_sec,
                            .tv_nsec = until->tv_nsec - now.tv_nsec};
    if (left.tv_nsec < 0) {
        left.tv_nsec += NANOSECONDS;
        left.tv_sec--;
    }
    if (left.tv_sec >= 0)
        nanosleep(&left, NULL);
    return ETIMEDOUT;
}
