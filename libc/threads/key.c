/* Values by key: each key has one, that of the one thread. */
#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

#include "libc/threads/keys.h"

static struct {
    bool taken;
    void (*destroy)(void *);
    void *value;
} keys[PTHREAD_KEYS_MAX];

void keys_destroy(void) {
    for (int round = 0; round < PTHREAD_DESTRUCTOR_ITERATIONS; round++)
        for (pthread_key_t key = 0; key < PTHREAD_KEYS_MAX; key++) {
            void *value = keys[key].value;
            keys[key].value = NULL;
            if (value && keys[key].destroy)
                keys[key].destroy(value);
        }
}

int pthread_key_create(pthread_key_t *key, void (*destroy)(void *)) {
    for (*key = 0; *key < PTHREAD_KEYS_MAX; ++*key)
        if (!keys[*key].taken) {
            keys[*key].taken = true;
            keys[*key].destroy = destroy;
            keys[*key].value = NULL;
            return 0;
        }
    return EAGAIN;
}

static bool is_taken(pthread_key_t key) {
    return key < PTHREAD_KEYS_MAX && keys[key].taken;
}

int pthread_key_delete(pthread_key_t key) {
    if (!is_taken(key))
        return EINVAL;
    keys[key].taken = false;
    keys[key].destroy = NULL;
    keys[key].value = NULL;
    return 0;
}

void *pthread_getspecific(pthread_key_t key) {
    return is_taken(key) ? keys[key].value : NULL;
}

int pthread_setspecific(pthread_key_t key, const void *value) {
    if (!is_taken(key))
        return EINVAL;
    keys[key].value = (void *)value;
    return 0;
}
