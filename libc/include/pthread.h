/* POSIX threads for a process that has a single thread. Locks, keys and the rest work; a second
 * thread is refused with EAGAIN. A wait for another thread lasts until its timeout, or for ever,
 * which the machine reports as a deadlock. */
#ifndef _PTHREAD_H
#define _PTHREAD_H

#include <sched.h>
#include <sys/_pthreadtypes.h>
#include <sys/types.h>
#include <time.h>

#ifdef __cplusplus
extern "C" {
#endif

#define PTHREAD_CREATE_JOINABLE 0
#define PTHREAD_CREATE_DETACHED 1
#define PTHREAD_SCOPE_SYSTEM    0
#define PTHREAD_SCOPE_PROCESS   1
#define PTHREAD_INHERIT_SCHED   0
#define PTHREAD_EXPLICIT_SCHED  1
#define PTHREAD_PROCESS_PRIVATE 0
#define PTHREAD_PROCESS_SHARED  1

#define PTHREAD_MUTEX_NORMAL     0
#define PTHREAD_MUTEX_RECURSIVE  1
#define PTHREAD_MUTEX_ERRORCHECK 2
#define PTHREAD_MUTEX_DEFAULT    PTHREAD_MUTEX_NORMAL
#define PTHREAD_MUTEX_STALLED    0
#define PTHREAD_MUTEX_ROBUST     1
#define PTHREAD_PRIO_NONE        0

#define PTHREAD_CANCEL_ENABLE       0
#define PTHREAD_CANCEL_DISABLE      1
#define PTHREAD_CANCEL_DEFERRED     0
#define PTHREAD_CANCEL_ASYNCHRONOUS 1
#define PTHREAD_CANCELED            ((void *)-1)

#define PTHREAD_BARRIER_SERIAL_THREAD (-1)
#define PTHREAD_KEYS_MAX              128
#define PTHREAD_DESTRUCTOR_ITERATIONS 4
#define PTHREAD_STACK_MIN             16384

#define PTHREAD_ONCE_INIT 0
#define PTHREAD_MUTEX_INITIALIZER                                                                  \
    {                                                                                              \
        { 0, 0, 0, 0, PTHREAD_MUTEX_NORMAL }                                                       \
    }
#define PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP                                                     \
    {                                                                                              \
        { 0, 0, 0, 0, PTHREAD_MUTEX_RECURSIVE }                                                    \
    }
#define PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP                                                    \
    {                                                                                              \
        { 0, 0, 0, 0, PTHREAD_MUTEX_ERRORCHECK }                                                   \
    }
#define PTHREAD_COND_INITIALIZER                                                                   \
    {                                                                                              \
        { 0 }                                                                                      \
    }
#define PTHREAD_RWLOCK_INITIALIZER                                                                 \
    {                                                                                              \
        { 0, 0 }                                                                                   \
    }

/* All functions return 0 or an error's number, unless their type is another one. */

/* ---- Threads (libc/threads/thread.c) ---- */

/* Returns EAGAIN: there is no other thread. */
int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*function)(void *),
                   void *argument);
pthread_t pthread_self(void);
int pthread_equal(pthread_t one, pthread_t other);
/* EDEADLK for the thread that calls, ESRCH for any other. */
int pthread_join(pthread_t thread, void **result);
int pthread_detach(pthread_t thread);
/* Calls the handlers of pthread_cleanup_push and the destructors of keys, and ends the process. */
void pthread_exit(void *result) __attribute__((noreturn));
/* A thread that cancels itself ends, unless cancellation is disabled. */
int pthread_cancel(pthread_t thread);
void pthread_testcancel(void);
int pthread_setcancelstate(int state, int *before);
int pthread_setcanceltype(int type, int *before);
/* There is no process to fork. */
int pthread_atfork(void (*prepare)(void), void (*parent)(void), void (*child)(void));
int pthread_getschedparam(pthread_t thread, int *policy, struct sched_param *parameters);
int pthread_setschedparam(pthread_t thread, int policy, const struct sched_param *parameters);
int pthread_getconcurrency(void);
int pthread_setconcurrency(int threads);
int pthread_getcpuclockid(pthread_t thread, clockid_t *clock);

struct pthread_cleanup {
    void (*function)(void *);
    void *argument;
    struct pthread_cleanup *before;
};
extern struct pthread_cleanup *pthread_cleanup_last;

#define pthread_cleanup_push(function, argument)                                                   \
    {                                                                                              \
        struct pthread_cleanup _cleanup = {(function), (argument), pthread_cleanup_last};          \
        pthread_cleanup_last = &_cleanup;
#define pthread_cleanup_pop(execute)                                                               \
    pthread_cleanup_last = _cleanup.before;                                                        \
    if (execute)                                                                                   \
        _cleanup.function(_cleanup.argument);                                                      \
    }

/* ---- Attributes of threads, which are only stored (libc/threads/attributes.c) ---- */

int pthread_attr_init(pthread_attr_t *attributes);
int pthread_attr_destroy(pthread_attr_t *attributes);
int pthread_attr_getdetachstate(const pthread_attr_t *attributes, int *state);
int pthread_attr_setdetachstate(pthread_attr_t *attributes, int state);
int pthread_attr_getscope(const pthread_attr_t *attributes, int *scope);
int pthread_attr_setscope(pthread_attr_t *attributes, int scope);
int pthread_attr_getinheritsched(const pthread_attr_t *attributes, int *inherits);
int pthread_attr_setinheritsched(pthread_attr_t *attributes, int inherits);
int pthread_attr_getschedpolicy(const pthread_attr_t *attributes, int *policy);
int pthread_attr_setschedpolicy(pthread_attr_t *attributes, int policy);
int pthread_attr_getschedparam(const pthread_attr_t *attributes, struct sched_param *parameters);
int pthread_attr_setschedparam(pthread_attr_t *attributes, const struct sched_param *parameters);
int pthread_attr_getguardsize(const pthread_attr_t *attributes, size_t *bytes);
int pthread_attr_setguardsize(pthread_attr_t *attributes, size_t bytes);
int pthread_attr_getstacksize(const pthread_attr_t *attributes, size_t *bytes);
int pthread_attr_setstacksize(pthread_attr_t *attributes, size_t bytes);
int pthread_attr_getstack(const pthread_attr_t *attributes, void **stack, size_t *bytes);
int pthread_attr_setstack(pthread_attr_t *attributes, void *stack, size_t bytes);

/* ---- Mutexes (libc/threads/mutex.c) ---- The symbols of two functions have other names: the C++
 * library was compiled to call the plain names, and needs them to do nothing (libc/c++/threads.c).
 */

int pthread_mutex_init(pthread_mutex_t *mutex, const pthread_mutexattr_t *attributes);
int pthread_mutex_destroy(pthread_mutex_t *mutex);
int pthread_mutex_lock(pthread_mutex_t *mutex) __asm__("cube_mutex_lock");
int pthread_mutex_unlock(pthread_mutex_t *mutex) __asm__("cube_mutex_unlock");
int pthread_mutex_trylock(pthread_mutex_t *mutex);
int pthread_mutex_timedlock(pthread_mutex_t *mutex, const struct timespec *until);
int pthread_mutex_clocklock(pthread_mutex_t *mutex, clockid_t clock, const struct timespec *until);
int pthread_mutexattr_init(pthread_mutexattr_t *attributes);
int pthread_mutexattr_destroy(pthread_mutexattr_t *attributes);
int pthread_mutexattr_gettype(const pthread_mutexattr_t *attributes, int *kind);
int pthread_mutexattr_settype(pthread_mutexattr_t *attributes, int kind);
int pthread_mutexattr_getpshared(const pthread_mutexattr_t *attributes, int *shared);
int pthread_mutexattr_setpshared(pthread_mutexattr_t *attributes, int shared);

int pthread_spin_init(pthread_spinlock_t *lock, int shared);
int pthread_spin_destroy(pthread_spinlock_t *lock);
int pthread_spin_lock(pthread_spinlock_t *lock);
int pthread_spin_trylock(pthread_spinlock_t *lock);
int pthread_spin_unlock(pthread_spinlock_t *lock);

/* ---- Condition variables (libc/threads/condition.c) ---- */

int pthread_cond_init(pthread_cond_t *condition, const pthread_condattr_t *attributes);
int pthread_cond_destroy(pthread_cond_t *condition);
int pthread_cond_signal(pthread_cond_t *condition);
int pthread_cond_broadcast(pthread_cond_t *condition);
int pthread_cond_wait(pthread_cond_t *condition, pthread_mutex_t *mutex);
int pthread_cond_timedwait(pthread_cond_t *condition, pthread_mutex_t *mutex,
                           const struct timespec *until);
int pthread_cond_clockwait(pthread_cond_t *condition, pthread_mutex_t *mutex, clockid_t clock,
                           const struct timespec *until);
int pthread_condattr_init(pthread_condattr_t *attributes);
int pthread_condattr_destroy(pthread_condattr_t *attributes);
int pthread_condattr_getclock(const pthread_condattr_t *attributes, clockid_t *clock);
int pthread_condattr_setclock(pthread_condattr_t *attributes, clockid_t clock);
int pthread_condattr_getpshared(const pthread_condattr_t *attributes, int *shared);
int pthread_condattr_setpshared(pthread_condattr_t *attributes, int shared);

/* ---- Locks for readers and writers, and barriers (libc/threads/lock.c, barrier.c) ---- */

int pthread_rwlock_init(pthread_rwlock_t *lock, const pthread_rwlockattr_t *attributes);
int pthread_rwlock_destroy(pthread_rwlock_t *lock);
int pthread_rwlock_rdlock(pthread_rwlock_t *lock);
int pthread_rwlock_tryrdlock(pthread_rwlock_t *lock);
int pthread_rwlock_timedrdlock(pthread_rwlock_t *lock, const struct timespec *until);
int pthread_rwlock_clockrdlock(pthread_rwlock_t *lock, clockid_t clock,
                               const struct timespec *until);
int pthread_rwlock_wrlock(pthread_rwlock_t *lock);
int pthread_rwlock_trywrlock(pthread_rwlock_t *lock);
int pthread_rwlock_timedwrlock(pthread_rwlock_t *lock, const struct timespec *until);
int pthread_rwlock_clockwrlock(pthread_rwlock_t *lock, clockid_t clock,
                               const struct timespec *until);
int pthread_rwlock_unlock(pthread_rwlock_t *lock);
int pthread_rwlockattr_init(pthread_rwlockattr_t *attributes);
int pthread_rwlockattr_destroy(pthread_rwlockattr_t *attributes);
int pthread_rwlockattr_getpshared(const pthread_rwlockattr_t *attributes, int *shared);
int pthread_rwlockattr_setpshared(pthread_rwlockattr_t *attributes, int shared);

int pthread_barrier_init(pthread_barrier_t *barrier, const pthread_barrierattr_t *attributes,
                         unsigned count);
int pthread_barrier_destroy(pthread_barrier_t *barrier);
int pthread_barrier_wait(pthread_barrier_t *barrier);
int pthread_barrierattr_init(pthread_barrierattr_t *attributes);
int pthread_barrierattr_destroy(pthread_barrierattr_t *attributes);

/* ---- Values by key, and pthread_once (libc/threads/key.c, once.c) ---- */

int pthread_key_create(pthread_key_t *key, void (*destroy)(void *));
int pthread_key_delete(pthread_key_t key);
void *pthread_getspecific(pthread_key_t key);
int pthread_setspecific(pthread_key_t key, const void *value);
/* If the function throws an exception of C++, it counts as not called. */
int pthread_once(pthread_once_t *once, void (*function)(void));

#ifdef __cplusplus
}
#endif

#endif
