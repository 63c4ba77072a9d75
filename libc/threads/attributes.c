/* Attributes of threads: values are only stored, as no thread is ever created. */
#include <errno.h>
#include <pthread.h>

enum { USUAL_STACK_BYTES = 8 << 20 }; /* as a process has (cuberun --memory stack=BYTES) */

int pthread_attr_init(pthread_attr_t *attributes) {
    *attributes = (pthread_attr_t){.state = {.detached = PTHREAD_CREATE_JOINABLE,
                                             .policy = SCHED_OTHER,
                                             .stack_bytes = USUAL_STACK_BYTES}};
    return 0;
}

int pthread_attr_destroy(pthread_attr_t *attributes) {
    (void)attributes;
    return 0;
}

/* ONE_OF(name, member, least, most): an attribute that is a number from `least` to `most`. */
#define ONE_OF(name, member, least, most)                                                          \
    int pthread_attr_get##name(const pthread_attr_t *attributes, int *value) {                     \
        *value = attributes->state.member;                                                         \
        return 0;                                                                                  \
    }                                                                                              \
    int pthread_attr_set##name(pthread_attr_t *attributes, int value) {                            \
        if (value < (least) || value > (most))                                                     \
            return EINVAL;                                                                         \
        attributes->state.member = value;                                                          \
        return 0;                                                                                  \
    }
ONE_OF(detachstate, detached, PTHREAD_CREATE_JOINABLE, PTHREAD_CREATE_DETACHED)
ONE_OF(scope, scope, PTHREAD_SCOPE_SYSTEM, PTHREAD_SCOPE_PROCESS)
ONE_OF(inheritsched, inherits, PTHREAD_INHERIT_SCHED, PTHREAD_EXPLICIT_SCHED)
ONE_OF(schedpolicy, policy, SCHED_OTHER, SCHED_RR)

/* READ(name, type, member): reads an attribute of any value. */
#define READ(name, type, member)                                                                   \
    int pthread_attr_get##name(const pthread_attr_t *attributes, type *value) {                    \
        *value = attributes->state.member;                                                         \
        return 0;                                                                                  \
    }
READ(guardsize, size_t, guard_bytes)
READ(stacksize, size_t, stack_bytes)

int pthread_attr_setguardsize(pthread_attr_t *attributes, size_t bytes) {
    attributes->state.guard_bytes = bytes;
    return 0;
}

int pthread_attr_getschedparam(const pthread_attr_t *attributes, struct sched_param *parameters) {
    parameters->sched_priority = attributes->state.priority;
    return 0;
}

int pthread_attr_setschedparam(pthread_attr_t *attributes, const struct sched_param *parameters) {
    attributes->state.priority = parameters->sched_priority;
    return 0;
}

int pthread_attr_getstack(const pthread_attr_t *attributes, void **stack, size_t *bytes) {
    *stack = attributes->state.stack;
    *bytes = attributes->state.stack_bytes;
    return 0;
}

int pthread_attr_setstack(pthread_attr_t *attributes, void *stack, size_t bytes) {
    if (bytes < PTHREAD_STACK_MIN)
        return EINVAL;
    attributes->state.stack = stack;
    attributes->state.stack_bytes = bytes;
    return 0;
}

int pthread_attr_setstacksize(pthread_attr_t *attributes, size_t bytes) {
    if (bytes < PTHREAD_STACK_MIN)
        return EINVAL;
    attributes->state.stack_bytes = bytes;
    return 0;
}
