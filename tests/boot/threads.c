/* The thread functions of a single-threaded process: locks are locked, keys have values, and a
 * second thread is refused. With the argument `exit` it ends as a thread; with another one, it
 * waits for a thread that does not come. */
#include <pthread.h>

#include "tests/tap.h"

static int cleaned, made;

static void *run(void *argument) {
    return argument;
}

static void clean(void *argument) {
    cleaned += *(int *)argument;
}

static void make(void) {
    made++;
}

static void print_value(void *value) {
    puts(value);
}

static struct timespec in(clockid_t clock, long milliseconds) {
    struct timespec time;
    clock_gettime(clock, &time);
    time.tv_nsec += milliseconds * 1000000;
    time.tv_sec += time.tv_nsec / 1000000000;
    time.tv_nsec %= 1000000000;
    return time;
}

static void mutexes(void) {
    static pthread_mutex_t plain = PTHREAD_MUTEX_INITIALIZER,
                           recursive = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
    struct timespec soon = in(CLOCK_REALTIME, 2);
    ok(pthread_mutex_lock(&plain) == 0 && pthread_mutex_trylock(&plain) == EBUSY &&
           pthread_mutex_destroy(&plain) == EBUSY &&
           pthread_mutex_timedlock(&plain, &soon) == ETIMEDOUT,
       "a mutex is held");
    ok(pthread_mutex_unlock(&plain) == 0 && pthread_mutex_unlock(&plain) == EPERM &&
           pthread_mutex_trylock(&plain) == 0 && pthread_mutex_unlock(&plain) == 0 &&
           pthread_mutex_destroy(&plain) == 0,
       "and given free");
    ok(pthread_mutex_lock(&recursive) == 0 && pthread_mutex_lock(&recursive) == 0 &&
           pthread_mutex_unlock(&recursive) == 0 && pthread_mutex_destroy(&recursive) == EBUSY &&
           pthread_mutex_unlock(&recursive) == 0 && pthread_mutex_destroy(&recursive) == 0,
       "a recursive one as often as it was taken");
    pthread_mutexattr_t attributes;
    pthread_mutex_t checked;
    int kind;
    ok(pthread_mutexattr_init(&attributes) == 0 &&
           pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_ERRORCHECK) == 0 &&
           pthread_mutexattr_gettype(&attributes, &kind) == 0 && kind == PTHREAD_MUTEX_ERRORCHECK &&
           pthread_mutexattr_settype(&attributes, 9) == EINVAL &&
           pthread_mutex_init(&checked, &attributes) == 0 &&
           pthread_mutexattr_destroy(&attributes) == 0,
       "attributes of mutexes");
    ok(pthread_mutex_lock(&checked) == 0 && pthread_mutex_lock(&checked) == EDEADLK &&
           pthread_mutex_unlock(&checked) == 0,
       "one that checks tells of a deadlock");
    pthread_spinlock_t spin;
    ok(pthread_spin_init(&spin, 0) == 0 && pthread_spin_lock(&spin) == 0 &&
           pthread_spin_trylock(&spin) == EBUSY && pthread_spin_unlock(&spin) == 0,
       "spin locks");
}

static void conditions(void) {
    static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
    pthread_condattr_t attributes;
    pthread_cond_t steady;
    clockid_t clock;
    struct timespec soon = in(CLOCK_REALTIME, 2), steadily = in(CLOCK_MONOTONIC, 2), now;
    pthread_mutex_lock(&mutex);
    ok(pthread_cond_signal(&condition) == 0 && pthread_cond_broadcast(&condition) == 0 &&
           pthread_cond_timedwait(&condition, &mutex, &soon) == ETIMEDOUT,
       "a condition variable waits as long as it was asked to");
    clock_gettime(CLOCK_REALTIME, &now);
    ok(now.tv_sec > soon.tv_sec || (now.tv_sec == soon.tv_sec && now.tv_nsec >= soon.tv_nsec),
       "and no less");
    ok(pthread_condattr_init(&attributes) == 0 &&
           pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC) == 0 &&
           pthread_condattr_getclock(&attributes, &clock) == 0 && clock == CLOCK_MONOTONIC &&
           pthread_cond_init(&steady, &attributes) == 0 &&
           pthread_cond_timedwait(&steady, &mutex, &steadily) == ETIMEDOUT &&
           pthread_cond_destroy(&steady) == 0,
       "by either clock");
    soon.tv_nsec = -1;
    ok(pthread_cond_timedwait(&condition, &mutex, &soon) == EINVAL, "what is no time: EINVAL");
    pthread_mutex_unlock(&mutex);
}

static void locks(void) {
    static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
    pthread_barrier_t barrier;
    ok(pthread_rwlock_rdlock(&lock) == 0 && pthread_rwlock_rdlock(&lock) == 0 &&
           pthread_rwlock_trywrlock(&lock) == EBUSY && pthread_rwlock_unlock(&lock) == 0 &&
           pthread_rwlock_unlock(&lock) == 0 && pthread_rwlock_wrlock(&lock) == 0 &&
           pthread_rwlock_tryrdlock(&lock) == EBUSY && pthread_rwlock_wrlock(&lock) == EDEADLK &&
           pthread_rwlock_unlock(&lock) == 0 && pthread_rwlock_unlock(&lock) == EPERM,
       "a lock for readers and a writer");
    ok(pthread_barrier_init(&barrier, NULL, 0) == EINVAL &&
           pthread_barrier_init(&barrier, NULL, 1) == 0 &&
           pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD &&
           pthread_barrier_destroy(&barrier) == 0,
       "a barrier of one thread");
}

static void keys(void) {
    pthread_key_t one, other, all[PTHREAD_KEYS_MAX];
    ok(pthread_key_create(&one, NULL) == 0 && pthread_key_create(&other, NULL) == 0 &&
           !pthread_getspecific(one) && pthread_setspecific(one, &one) == 0 &&
           pthread_setspecific(other, &other) == 0 && pthread_getspecific(one) == &one &&
           pthread_getspecific(other) == &other,
       "each key has a value");
    ok(pthread_key_delete(one) == 0 && pthread_key_delete(one) == EINVAL &&
           pthread_setspecific(one, &one) == EINVAL,
       "a key that is deleted has none");
    int count = 0;
    while (count < PTHREAD_KEYS_MAX && pthread_key_create(&all[count], NULL) == 0)
        count++;
    ok(count == PTHREAD_KEYS_MAX - 1, "there are as many as PTHREAD_KEYS_MAX says");
    while (count > 0)
        pthread_key_delete(all[--count]);
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    ok(pthread_once(&once, make) == 0 && pthread_once(&once, make) == 0 && made == 1, "once");
}

static void threads(void) {
    pthread_t thread = pthread_self();
    pthread_attr_t attributes;
    size_t bytes;
    int state, before;
    ok(pthread_create(&thread, NULL, run, NULL) == EAGAIN, "a second thread is refused: EAGAIN");
    ok(pthread_equal(pthread_self(), pthread_self()) &&
           pthread_join(pthread_self(), NULL) == EDEADLK && pthread_join(77, NULL) == ESRCH &&
           pthread_detach(pthread_self()) == 0,
       "the first one cannot be waited for");
    ok(pthread_attr_init(&attributes) == 0 &&
           pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED) == 0 &&
           pthread_attr_getdetachstate(&attributes, &state) == 0 &&
           state == PTHREAD_CREATE_DETACHED &&
           pthread_attr_setstacksize(&attributes, 1 << 20) == 0 &&
           pthread_attr_getstacksize(&attributes, &bytes) == 0 && bytes == 1 << 20 &&
           pthread_attr_setstacksize(&attributes, 1) == EINVAL &&
           pthread_attr_destroy(&attributes) == 0,
       "attributes of threads");
    int one = 1, two = 2;
    pthread_cleanup_push(clean, &one);
    pthread_cleanup_push(clean, &two);
    pthread_cleanup_pop(1);
    pthread_cleanup_pop(0);
    ok(cleaned == 2,
       "what is pushed for the end is called when it is popped, if that is asked for");
    ok(pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before) == 0 &&
           before == PTHREAD_CANCEL_ENABLE && pthread_cancel(pthread_self()) == 0 &&
           pthread_cancel(77) == ESRCH,
       "a thread that has disabled it is not cancelled");
}

int main(int arguments, char *argument[]) {
    if (arguments > 1 && strcmp(argument[1], "exit") == 0) {
        pthread_key_t key;
        pthread_key_create(&key, print_value);
        pthread_setspecific(key, "a value is destroyed");
        pthread_cleanup_push(print_value, "what was pushed is called");
        pthread_exit(NULL);
        pthread_cleanup_pop(0);
    }
    if (arguments > 1) {
        static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
        static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
        pthread_mutex_lock(&mutex);
        if (strcmp(argument[1], "mutex") == 0)
            pthread_mutex_lock(&mutex);
        pthread_cond_wait(&condition, &mutex);
    }
    mutexes();
    conditions();
    locks();
    keys();
    threads();
    return tap_end();
}
