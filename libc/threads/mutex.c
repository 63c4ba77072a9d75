/* Mutexes and spin locks: the only owner is the one thread. */
#include <errno.h>
#include <pthread.h>

#include "libc/returns.h"
#include "libc/threads/shared.h"
#include "libc/threads/wait.h"

int pthread_mutex_init(pthread_mutex_t *mutex, const pthread_mutexattr_t *attributes) {
    *mutex = (pthread_mutex_t){.state = {.kind = attributes ? attributes->kind : 0}};
    return 0;
}

RETURNS(int pthread_mutex_destroy(pthread_mutex_t *mutex), mutex->state.held ? EBUSY : 0)

int pthread_mutex_trylock(pthread_mutex_t *mutex) {
    if (!mutex->state.held) {
        mutex->state.held = 1;
        return 0;
    }
    if (mutex->state.kind != PTHREAD_MUTEX_RECURSIVE)
        return EBUSY;
    mutex->state.count++;
    return 0;
}

int pthread_mutex_lock(pthread_mutex_t *mutex) {
    int busy = pthread_mutex_trylock(mutex);
    if (busy && mutex->state.kind == PTHREAD_MUTEX_ERRORCHECK)
        return EDEADLK;
    if (busy)
        thread_wait("mutex_lock");
    return 0;
}

int pthread_mutex_clocklock(pthread_mutex_t *mutex, clockid_t clock, const struct timespec *until) {
    int busy = pthread_mutex_trylock(mutex);
    if (busy && mutex->state.kind == PTHREAD_MUTEX_ERRORCHECK)
        return EDEADLK;
    return busy ? thread_wait_until(clock, until) : 0;
}

RETURNS(int pthread_mutex_timedlock(pthread_mutex_t *mutex, const struct timespec *until),
        pthread_mutex_clocklock(mutex, CLOCK_REALTIME, until))

int pthread_mutex_unlock(pthread_mutex_t *mutex) {
    if (!mutex->state.held)
        return EPERM;
    if (mutex->state.count > 0)
        mutex->state.count--;
    else
        mutex->state.held = 0;
    return 0;
}

int pthread_mutexattr_init(pthread_mutexattr_t *attributes) {
    *attributes = (pthread_mutexattr_t){.kind = PTHREAD_MUTEX_DEFAULT};
    return 0;
}

RETURNS(int pthread_mutexattr_destroy(pthread_mutexattr_t *attributes), 0)

int pthread_mutexattr_gettype(const pthread_mutexattr_t *attributes, int *kind) {
    *kind = attributes->kind;
    return 0;
}

int pthread_mutexattr_settype(pthread_mutexattr_t *attributes, int kind) {
    if (kind < PTHREAD_MUTEX_NORMAL || kind > PTHREAD_MUTEX_ERRORCHECK)
        return EINVAL;
    attributes->kind = kind;
    return 0;
}

SHARED_ATTRIBUTE(mutexattr)

/* ---- Spin locks ---- */

int pthread_spin_init(pthread_spinlock_t *lock, int shared) {
    (void)shared;
    *lock = 0;
    return 0;
}

RETURNS(int pthread_spin_destroy(pthread_spinlock_t *lock), 0)

int pthread_spin_trylock(pthread_spinlock_t *lock) {
    if (*lock)
        return EBUSY;
    *lock = 1;
    return 0;
}

int pthread_spin_lock(pthread_spinlock_t *lock) {
    if (pthread_spin_trylock(lock) != 0)
        thread_wait("spin_lock");
    return 0;
}

int pthread_spin_unlock(pthread_spinlock_t *lock) {
    *lock = 0;
    return 0;
}
