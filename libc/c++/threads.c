/* The locks of the C++ library itself: no other thread ever holds one. Programs, by <pthread.h>,
 * have locks that are locked (libc/threads/mutex.c). */

int pthread_mutex_lock(void *mutex) {
    (void)mutex;
    return 0;
}

int pthread_mutex_unlock(void *mutex) {
    (void)mutex;
    return 0;
}
