/* Condition variables. No other thread can signal: a wait ends at its timeout. */
#include <errno.h>
#include <pthread.h>

#include "compiler.h"
#include "libc/returns.h"
#include "libc/threads/shared.h"
#include "libc/threads/wait.h"

int pthread_cond_init(pthread_cond_t *condition, const pthread_condattr_t *attributes) {
    *condition = (pthread_cond_t){.state = {.clock = attributes ? attributes->clock : 0}};
    return 0;
}

RETURNS(int pthread_cond_destroy(pthread_cond_t *condition), 0)
RETURNS(int pthread_cond_signal(pthread_cond_t *condition), 0)
RETURNS(int pthread_cond_broadcast(pthread_cond_t *condition), 0)

int pthread_cond_wait(UNUSED pthread_cond_t *condition, UNUSED pthread_mutex_t *mutex) {
    thread_wait("cond_wait");
}

/* The mutex is free meanwhile, and nobody could see it. */
RETURNS(int pthread_cond_clockwait(pthread_cond_t *condition, pthread_mutex_t *mutex,
                                   clockid_t clock, const struct timespec *until),
        thread_wait_until(clock, until))

/* A static condition variable has 0 in place of a clock. */
int pthread_cond_timedwait(pthread_cond_t *condition, pthread_mutex_t *mutex,
                           const struct timespec *until) {
    clockid_t clock = condition->state.clock ? (clockid_t)condition->state.clock : CLOCK_REALTIME;
    return pthread_cond_clockwait(condition, mutex, clock, until);
}

int pthread_condattr_init(pthread_condattr_t *attributes) {
    *attributes = (pthread_condattr_t){.clock = (int)CLOCK_REALTIME};
    return 0;
}

RETURNS(int pthread_condattr_destroy(pthread_condattr_t *attributes), 0)

int pthread_condattr_getclock(const pthread_condattr_t *attributes, clockid_t *clock) {
    *clock = (clockid_t)attributes->clock;
    return 0;
}

int pthread_condattr_setclock(pthread_condattr_t *attributes, clockid_t clock) {
    if (clock != CLOCK_REALTIME && clock != CLOCK_MONOTONIC)
        return EINVAL;
    attributes->clock = (int)clock;
    return 0;
}

SHARED_ATTRIBUTE(condattr)
