/* POSIX's functions about the system. */
#include <errno.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#include "cube.h"
#include "cube_abi.h"
#include "net/system/system.h"

enum { NANOSECONDS = 1000000000, MICROSECONDS = 1000000, KIB = 1024 };

extern char __executable_start[]; /* the linker's: where the program begins */

/* A process has one core, and cannot have more. */
long sysconf(int name) {
    switch (name) {
    case _SC_NPROCESSORS_CONF:
    case _SC_NPROCESSORS_ONLN:
        return 1;
    case _SC_PAGESIZE:
        return CUBE_PAGE_BYTES;
    case _SC_CLK_TCK:
        return CLOCKS_PER_SEC;
    case _SC_HOST_NAME_MAX:
        return _UTSNAME_LENGTH - 1;
    default:
        errno = EINVAL;
        return -1;
    }
}

int getpagesize(void) {
    return CUBE_PAGE_BYTES;
}

int sched_yield(void) {
    system_yield();
    return 0;
}

int uname(struct utsname *name) {
    memset(name, 0, sizeof *name);
    snprintf(name->sysname, sizeof name->sysname, "graycube");
    snprintf(name->nodename, sizeof name->nodename, "node%d", cube_node());
    snprintf(name->release, sizeof name->release, "%u", (unsigned)CUBE_LAYOUT);
    snprintf(name->version, sizeof name->version, "hypercube of %d nodes", cube_nodes());
    snprintf(name->machine, sizeof name->machine, "aarch64");
    return 0;
}

/* A name that is too long for `room` bytes is cut, and then nothing ends it, as POSIX permits. */
int gethostname(char *host, size_t room) {
    struct utsname name;
    uname(&name);
    strncpy(host, name.nodename, room);
    return 0;
}

int getrusage(int who, struct rusage *usage) {
    *usage = (struct rusage){0};
    if (who == RUSAGE_SELF) {
        uint64_t used = cube_timed() ? cube_time() : cube_cycles();
        usage->ru_utime = (struct timeval){
            .tv_sec = (time_t)(used / NANOSECONDS),
            .tv_usec = (suseconds_t)(used % NANOSECONDS / (NANOSECONDS / MICROSECONDS))};
        usage->ru_maxrss = (long)(((uintptr_t)sbrk(0) - (uintptr_t)__executable_start) / KIB);
        return 0;
    }
    if (who == RUSAGE_CHILDREN)
        return 0;
    errno = EINVAL;
    return -1;
}
