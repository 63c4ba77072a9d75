/* Locks for many readers or one writer, which are all the same thread. */
#include <errno.h>
#include <pthread.h>

#include "libc/returns.h"
#include "libc/threads/shared.h"
#include "libc/threads/wait.h"

int pthread_rwlock_init(pthread_rwlock_t *lock, const pthread_rwlockattr_t *attributes) {
    (void)attributes;
    *lock = (pthread_rwlock_t){.state = {0}};
    return 0;
}

RETURNS(int pthread_rwlock_destroy(pthread_rwlock_t *lock),
        lock->state.readers > 0 || lock->state.written ? EBUSY : 0)

int pthread_rwlock_tryrdlock(pthread_rwlock_t *lock) {
    if (lock->state.written)
        return EBUSY;
    lock->state.readers++;
    return 0;
}

int pthread_rwlock_trywrlock(pthread_rwlock_t *lock) {
    if (lock->state.written || lock->state.readers > 0)
        return EBUSY;
    lock->state.written = 1;
    return 0;
}

RETURNS(int pthread_rwlock_rdlock(pthread_rwlock_t *lock),
        pthread_rwlock_tryrdlock(lock) ? EDEADLK : 0)

/* Who has it for writing is told; who has it for reading waits for itself. */
int pthread_rwlock_wrlock(pthread_rwlock_t *lock) {
    if (lock->state.written)
        return EDEADLK;
    if (pthread_rwlock_trywrlock(lock) != 0)
        thread_wait("rwlock_wrlock");
    return 0;
}

RETURNS(int pthread_rwlock_clockrdlock(pthread_rwlock_t *lock, clockid_t clock,
                                       const struct timespec *until),
        pthread_rwlock_tryrdlock(lock) ? thread_wait_until(clock, until) : 0)
RETURNS(int pthread_rwlock_clockwrlock(pthread_rwlock_t *lock, clockid_t clock,
                                       const struct timespec *until),
        pthread_rwlock_trywrlock(lock) ? thread_wait_until(clock, until) : 0)
RETURNS(int pthread_rwlock_timedrdlock(pthread_rwlock_t *lock, const struct timespec *until),
        pthread_rwlock_clockrdlock(lock, CLOCK_REALTIME, until))
RETURNS(int pthread_rwlock_timedwrlock(pthread_rwlock_t *lock, const struct timespec *until),
        pthread_rwlock_clockwrlock(lock, CLOCK_REALTIME, until))

int pthread_rwlock_unlock(pthread_rwlock_t *lock) {
    if (lock->state.written)
        lock->state.written = 0;
    else if (lock->state.readers > 0)
        lock->state.readers--;
    else
        return EPERM;
    return 0;
}

int pthread_rwlockattr_init(pthread_rwlockattr_t *attributes) {
    *attributes = (pthread_rwlockattr_t){0};
    return 0;
}

RETURNS(int pthread_rwlockattr_destroy(pthread_rwlockattr_t *attributes), 0)

SHARED_ATTRIBUTE(rwlockattr)
