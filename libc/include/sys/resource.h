/* What a process has used, with all members that programs ask for: the C libraries' own header has
 * the times alone. */
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

/* Fills in what this process has used, or its children, of which there are none. Returns 0, or -1
 * with errno EINVAL for anything else. */
int getrusage(int who, struct rusage *usage);

/* What may be used of a resource: descriptors, no core files, and else as much as there is. Returns
 * 0, or -1 with errno EINVAL for what is none of those above. */
int getrlimit(int resource, struct rlimit *limit);

/* Changes nothing: returns 0 for what the limit is already, or -1 with errno EPERM, or EINVAL. */
int setrlimit(int resource, const struct rlimit *limit);

#ifdef __cplusplus
}
#endif

#endif
