/* The types of <pthread.h>. Their sizes, and the offsets of nonzero members of static initializers,
 * are those of Linux on AArch64, because the C++ library was compiled for these. */
#ifndef _SYS__PTHREADTYPES_H_
#define _SYS__PTHREADTYPES_H_

typedef unsigned long pthread_t;
typedef unsigned pthread_key_t;
typedef int pthread_once_t;
typedef volatile int pthread_spinlock_t;

typedef union {
    struct {
        int held, count, owner, users, kind; /* no code asks for the owner */
    } state;
    char bytes[48];
    long alignment;
} pthread_mutex_t;

typedef union {
    struct {
        int clock;
    } state;
    char bytes[48];
    long alignment;
} pthread_cond_t;

typedef union {
    struct {
        int readers, written;
    } state;
    char bytes[56];
    long alignment;
} pthread_rwlock_t;

typedef union {
    struct {
        unsigned count;
    } state;
    char bytes[32];
    long alignment;
} pthread_barrier_t;

typedef union {
    struct {
        int detached, scope, inherits, policy, priority;
        unsigned long guard_bytes, stack_bytes;
        void *stack;
    } state;
    char bytes[64];
    long alignment;
} pthread_attr_t;

typedef struct {
    int kind, shared;
} pthread_mutexattr_t;

typedef struct {
    int clock, shared;
} pthread_condattr_t;

typedef struct {
    int unused, shared;
} pthread_rwlockattr_t;

typedef struct {
    int unused, shared;
} pthread_barrierattr_t;

#endif
