/* Signals: a process sends them to itself alone. Its handlers are the C library's business; what
 * has none ends the machine, as a fault does. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "cube.h"
#include "cube_system_call.h"

/* 0 means a group of processes to kill(), and no process has it. */
pid_t getpid(void) {
    return cube_node() + 1;
}

int kill(pid_t process, int signal) {
    if (process != getpid()) {
        errno = ESRCH;
        return -1;
    }
    if (signal == 0) /* only whether it could be sent */
        return 0;
    fflush(stdout);
    fflush(stderr);
    system_call(CUBE_SYS_ABORT, (uintptr_t)signal, 0, 0);
    errno = EINVAL;
    return -1;
}

void abort(void) {
    raise(SIGABRT);
    signal(SIGABRT, SIG_DFL); /* its handler has returned */
    raise(SIGABRT);
    __builtin_trap();
}
