/* pthread_once. */
#include <pthread.h>

int pthread_once(pthread_once_t *once, void (*function)(void)) {
    enum { DONE = 1 };
    if (*once != DONE) {
        function();
        *once = DONE;
    }
    return 0;
}
