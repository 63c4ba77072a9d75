/* What the C++ library asks of Linux's threads, with the answers for a process that has one: no
 * lock is ever held by another, and a key has one value. */
#include <errno.h>
#include <stddef.h>

int pthread_once(int *done, void (*function)(void)) {
    if (*done == 0) {
        *done = 1;
        function();
    }
    return 0;
}

int pthread_mutex_lock(void *mutex) {
    (void)mutex;
    return 0;
}

int pthread_mutex_unlock(void *mutex) {
    (void)mutex;
    return 0;
}

int pthread_rwlock_rdlock(void *lock) {
    (void)lock;
    return 0;
}

int pthread_rwlock_wrlock(void *lock) {
    (void)lock;
    return 0;
}

int pthread_rwlock_unlock(void *lock) {
    (void)lock;
    return 0;
}

/* The C++ library calls this in loops, to wait until a lock is free: it is. */
int pthread_cond_wait(void *condition, void *mutex) {
    (void)condition;
    (void)mutex;
    return 0;
}

int pthread_cond_broadcast(void *condition) {
    (void)condition;
    return 0;
}

int pthread_cond_signal(void *condition) {
    (void)condition;
    return 0;
}

int pthread_cond_destroy(void *condition) {
    (void)condition;
    return 0;
}

/* ---- Values by key ---- */

enum { KEYS = 16 }; /* the C++ library makes one for each kind of pool */

static const void *values[KEYS];
static unsigned keys;

/* What a key's value needs when the thread ends is not done: the process ends with it. */
int pthread_key_create(unsigned *key, void (*destroy)(void *)) {
    (void)destroy;
    if (keys == KEYS)
        return EAGAIN;
    *key = keys++;
    return 0;
}

/* The key is not given to anybody else. */
int pthread_key_delete(unsigned key) {
    (void)key;
    return 0;
}

void *pthread_getspecific(unsigned key) {
    return (void *)values[key];
}

int pthread_setspecific(unsigned key, const void *value) {
    values[key] = value;
    return 0;
}
