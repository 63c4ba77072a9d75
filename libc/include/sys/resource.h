/* What a process has used, with all members that programs ask for: the C libraries' own header has
 * the times alone. */
#ifndef _SYS_RESOURCE_H
#define _SYS_RESOURCE_H

#include <sys/time.h>

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

/* Fills in what this process has used, or its children, of which there are none. Returns 0, or -1
 * with errno EINVAL for anything else. */
int getrusage(int who, struct rusage *usage);

#endif
