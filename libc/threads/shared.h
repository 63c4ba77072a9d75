/* The attribute of locks and conditions: shared between processes. */
#ifndef LIBC_THREADS_SHARED_H
#define LIBC_THREADS_SHARED_H

#include <errno.h>
#include <pthread.h>

/* SHARED_ATTRIBUTE(kind): the functions that get and set it in a pthread_KIND_t. No memory is
 * shared with another process, so it can be set to one value only. */
#define SHARED_ATTRIBUTE(kind)                                                                     \
    int pthread_##kind##_getpshared(const pthread_##kind##_t *attributes, int *shared) {           \
        *shared = attributes->shared;                                                              \
        return 0;                                                                                  \
    }                                                                                              \
    int pthread_##kind##_setpshared(pthread_##kind##_t *attributes, int shared) {                  \
        if (shared != PTHREAD_PROCESS_PRIVATE)                                                     \
            return shared == PTHREAD_PROCESS_SHARED ? ENOTSUP : EINVAL;                            \
        attributes->shared = shared;                                                               \
        return 0;                                                                                  \
    }

#endif
