/* Resource usage, with all members that programs use: the C libraries' own header has only the
 * times. */
#ifndef _SYS_RESOURCE_H
#define _SYS_RESOURCE_H

#include <sys/time.h>

#ifdef __cplusplus
extern "C" {
#endif

#define RUSAGE_SELF     0
#define RUSAGE_CHILDREN (-1)

struct rusage {
    struct timeval ru_utime; /* time of the program; a process has its core to itself */
    struct timeval ru_stime; /* 0: the kernel's time is not told apart */
    long ru_maxrss;          /* KiB of the program and its heap */
    long ru_ixrss;           /* this and all that follow: 0 */
    long ru_idrss;
    long ru_isrss;
    long ru_minflt;
    long ru_majflt;
    long ru_nswap;
    long ru_inblock;
    long ru_oublock;
    long ru_msgsnd;
    long ru_msgrcv;
    long ru_nsignals;
    long ru_nvcsw;
    long ru_nivcsw;
};

#define RLIMIT_CPU    0
#define RLIMIT_FSIZE  1
#define RLIMIT_DATA   2
#define RLIMIT_STACK  3
#define RLIMIT_CORE   4
#define RLIMIT_NOFILE 7
#define RLIMIT_AS     9
#define RLIM_INFINITY (~(rlim_t)0)

typedef unsigned long rlim_t;

struct rlimit {
    rlim_t rlim_cur, rlim_max;
};

/* Fills in the usage of this process, or zeros for its children. Returns 0, or -1 with errno EINVAL
 * for anything else. */
int getrusage(int who, struct rusage *usage);

/* The limit of a resource: the number of descriptors, 0 for core files, otherwise unlimited.
 * Returns 0, or -1 with errno EINVAL for an unknown resource. */
int getrlimit(int resource, struct rlimit *limit);

/* Changes nothing: returns 0 for the present limit, or -1 with errno EPERM or EINVAL. */
int setrlimit(int resource, const struct rlimit *limit);

#ifdef __cplusplus
}
#endif

#endif
