/* Barriers of threads: with more than one thread, the wait never ends. */
#include <errno.h>
#include <pthread.h>

#include "libc/returns.h"
#include "libc/threads/wait.h"

int pthread_barrier_init(pthread_barrier_t *barrier, const pthread_barrierattr_t *attributes,
                         unsigned count) {
    (void)attributes;
    if (count == 0)
        return EINVAL;
    *barrier = (pthread_barrier_t){.state = {count}};
    return 0;
}

RETURNS(int pthread_barrier_destroy(pthread_barrier_t *barrier), 0)

int pthread_barrier_wait(pthread_barrier_t *barrier) {
    if (barrier->state.count > 1)
        thread_wait("barrier_wait");
    return PTHREAD_BARRIER_SERIAL_THREAD;
}

int pthread_barrierattr_init(pthread_barrierattr_t *attributes) {
    *attributes = (pthread_barrierattr_t){0};
    return 0;
}

RETURNS(int pthread_barrierattr_destroy(pthread_barrierattr_t *attributes), 0)
