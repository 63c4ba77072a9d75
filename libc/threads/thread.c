/* Threads: there is one, and no second one can be made. */
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>

#include "libc/refused/refused.h"
#include "libc/returns.h"
#include "libc/threads/keys.h"

enum { SELF = 1 };

struct pthread_cleanup *pthread_cleanup_last;

static int state = PTHREAD_CANCEL_ENABLE, type = PTHREAD_CANCEL_DEFERRED;

REFUSED(pthread_create, "a process has only one thread: this always fails with EAGAIN, and "
                        "std::thread throws (use more nodes instead)")
RETURNS(int pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                           void *(*function)(void *), void *argument),
        EAGAIN)
RETURNS(pthread_t pthread_self(void), SELF)
RETURNS(int pthread_equal(pthread_t one, pthread_t other), one == other)
RETURNS(int pthread_join(pthread_t thread, void **result), thread == SELF ? EDEADLK : ESRCH)
RETURNS(int pthread_detach(pthread_t thread), thread == SELF ? 0 : ESRCH)

void pthread_exit(void *result) {
    (void)result;
    while (pthread_cleanup_last) {
        struct pthread_cleanup *last = pthread_cleanup_last;
        pthread_cleanup_last = last->before;
        last->function(last->argument);
    }
    if (keys_destroy)
        keys_destroy();
    exit(EXIT_SUCCESS);
}

int pthread_cancel(pthread_t thread) {
    if (thread != SELF)
        return ESRCH;
    if (state == PTHREAD_CANCEL_ENABLE)
        pthread_exit(PTHREAD_CANCELED);
    return 0;
}

void pthread_testcancel(void) {
}

int pthread_setcancelstate(int to, int *before) {
    if (to != PTHREAD_CANCEL_ENABLE && to != PTHREAD_CANCEL_DISABLE)
        return EINVAL;
    if (before)
        *before = state;
    state = to;
    return 0;
}

int pthread_setcanceltype(int to, int *before) {
    if (to != PTHREAD_CANCEL_DEFERRED && to != PTHREAD_CANCEL_ASYNCHRONOUS)
        return EINVAL;
    if (before)
        *before = type;
    type = to;
    return 0;
}

RETURNS(int pthread_atfork(void (*prepare)(void), void (*parent)(void), void (*child)(void)), 0)

int pthread_getschedparam(pthread_t thread, int *policy, struct sched_param *parameters) {
    if (thread != SELF)
        return ESRCH;
    *policy = SCHED_OTHER;
    *parameters = (struct sched_param){0};
    return 0;
}

int pthread_setschedparam(pthread_t thread, int policy, const struct sched_param *parameters) {
    if (thread != SELF)
        return ESRCH;
    return policy == SCHED_OTHER && parameters->sched_priority == 0 ? 0 : ENOTSUP;
}

RETURNS(int pthread_getconcurrency(void), 0)
RETURNS(int pthread_setconcurrency(int threads), threads < 0 ? EINVAL : 0)

int pthread_getcpuclockid(pthread_t thread, clockid_t *clock) {
    if (thread != SELF)
        return ESRCH;
    *clock = CLOCK_MONOTONIC; /* the thread has a core to itself */
    return 0;
}
