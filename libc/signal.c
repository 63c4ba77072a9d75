/* Signals. A process can send them only to itself. The C library calls the handlers; a signal that
 * has none ends the machine, as a fault does. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "cube.h"
#include "cube_system_call.h"

/* Returns the number of this process. It is not 0, which means a group of processes in kill(). */
pid_t getpid(void) {
    return cube_node() + 1;
}

int kill(pid_t process, int signal) {
    if (process != getpid()) {
        errno = ESRCH;
        return -1;
    }
    if (signal == 0) /* the caller only asks whether a signal could be sent */
        return 0;
    fflush(stdout);
    fflush(stderr);
    system_call(CUBE_SYS_ABORT, (uintptr_t)signal, 0, 0);
    errno = EINVAL;
    return -1;
}

void abort(void) {
    raise(SIGABRT);
    signal(SIGABRT, SIG_DFL); /* there was a handler, and it has returned */
    raise(SIGABRT);
    __builtin_trap();
}
